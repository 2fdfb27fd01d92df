"""Code in the product that nobody calls: part of `make lint`.

Walks from the roads into the product (the command `puur`, the server, Django's own entrances, the interface for programs) along
names to everything they reach, and lists the functions, methods, classes, constants and modules that are left, and the files
of pages that no page names; `tools.unread` adds what is kept and never looked at. Tests are no callers. Weaker than a type
checker: a method counts as called when anything of its name is asked for in code that is reached, whatever the object.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools import unread

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "puur"

# Modules whose names others ask for: the console script, the server, Django, programs that use Puur.
ENTRANCES = re.compile(
    r"puur|puur\.(api|cli\.app|research\.(env|gym|history|parquet|selfplay|vector))"
    r"|puur\.web\.(.+\.)?(asgi|settings|apps|models|admin|urls|migrations\..+|templatetags\..+)"
)
# The games, which are found by their folder and asked for their form.
GAMES = re.compile(r"puur\.games\.\w+")
# Decorators that hand a function to somebody who calls it: a command, a filter of the templates, a handler of events.
REGISTERS = {"takes", "command", "callback", "filter", "simple_tag", "register"}

# Classes of Python's library that call nothing of what one adds to them; other bases from outside do.
SILENT = {
    "ABC", "Enum", "Exception", "Generic", "IntEnum", "KeyError", "Model", "NamedTuple", "Protocol", "RuntimeError", "StrEnum",
    "TypedDict", "ValueError", "dict", "int", "list", "object", "str", "tuple",
}  # fmt: skip

# Methods that Django and asyncio look for by name in any object that they are given.
CALLED = {"connection_lost", "pause_writing", "process_exception", "process_view", "resume_writing", "to_python", "to_url"}

# Not reached, and kept all the same, each with its reason. A line that is not needed fails the check.
KEPT: Mapping[str, str] = {
    "puur.notation.jsonform:schema_text": "writes the published `record.schema.json`; a test holds the two equal",
    "puur.research.gym:SeatEnv.action_masks": "algorithms with masks look for it by this name",
    "puur.core.finding:TYPE_CHECKING": "type checkers look for it; `typing` would be most of what `import puur` costs",
}


@dataclass(slots=True)
class Definition:
    """Something with a name: what it mentions once it is reached."""

    module: str
    name: str  # `function`, `Class`, `Class.method`, `CONSTANT`
    line: int
    owner: str = ""  # the class of a method
    names: set[str] = field(default_factory=set)  # plain names
    attributes: set[str] = field(default_factory=set)  # `.name` of an unknown object
    members: set[tuple[str, str]] = field(default_factory=set)  # `module.name`
    imports: set[str] = field(default_factory=set)  # modules, or names in them
    paths: set[str] = field(default_factory=set)  # the same as texts

    @property
    def key(self) -> tuple[str, str]:
        """Where it stands and what it is called."""
        return self.module, self.name


@dataclass(slots=True)
class Module:
    """One file: its definitions, and what its top level mentions as soon as it is imported."""

    name: str
    path: Path
    bindings: dict[str, tuple[str, str]] = field(default_factory=dict)  # imported name: module, name in it
    definitions: dict[str, Definition] = field(default_factory=dict)
    top: Definition = field(default_factory=lambda: Definition("", "", 0))
    runs: bool = False  # as `python -m`
    frameworks: set[str] = field(default_factory=set)  # classes whose methods a framework calls


class _Mentions(ast.NodeVisitor):
    """Collects what a piece of code mentions."""

    def __init__(self, module: Module, into: Definition) -> None:
        self.module, self.into = module, into

    def visit_Name(self, node: ast.Name) -> None:
        self.into.names.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.into.attributes.add(node.attr)
        if isinstance(node.value, ast.Name):
            self.into.members.add((node.value.id, node.attr))
        else:
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            if node.value.isidentifier():  # getattr, fields of forms and of administrators' pages
                self.into.attributes.add(node.value)
            elif re.fullmatch(r"puur(\.\w+)+\.?", node.value):  # modules and classes named by their path, or by its beginning
                self.into.paths.add(node.value)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name.startswith("puur"):
                self._bind(alias.asname or alias.name.split(".")[0], alias.name, "")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module and node.module.startswith("puur"):
            for alias in node.names:
                if alias.name == "*":
                    self._bind_all(node.module)
                else:
                    self._bind(alias.asname or alias.name, node.module, alias.name)

    def _bind_all(self, module: str) -> None:
        path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef | ast.FunctionDef) and not statement.name.startswith("_"):
                self._bind(statement.name, module, statement.name)

    def _bind(self, local: str, module: str, name: str) -> None:
        self.module.bindings[local] = (module, name)
        self.into.imports.add(f"{module}.{name}")


def read_module(name: str, path: Path) -> Module:
    """The definitions of one file."""
    module = Module(name, path)
    module.top = Definition(name, "", 0)
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        _statement(module, statement)
    return module


def _statement(module: Module, statement: ast.stmt) -> None:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        _define(module, statement.name, statement, statement)
        if _registered(statement) or statement.name.startswith("__"):
            module.top.names.add(statement.name)
    elif isinstance(statement, ast.ClassDef):
        _class(module, statement)
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and (names := list(_targets(statement))):
        for name in names:
            _define(module, name, statement, statement)
    elif isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
        for inner in statement.body:  # bound for annotations, imported by nobody
            _Mentions(module, Definition(module.name, "", 0)).visit(inner)
    else:
        module.runs |= isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test)
        _Mentions(module, module.top).visit(statement)


def _targets(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        for node in target.elts if isinstance(target, ast.Tuple) else [target]:
            if not isinstance(node, ast.Name) or node.id == "__all__":
                return
            yield node.id


def _class(module: Module, node: ast.ClassDef) -> None:
    whole = _define(module, node.name, node, *node.bases, *node.keywords, *node.decorator_list)
    if _registered(node):
        module.top.names.add(node.name)
    if any(isinstance(base, ast.Name | ast.Attribute) and _outside(module, base) for base in node.bases):
        module.frameworks.add(node.name)
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            if statement.name.startswith("__") or statement.name in CALLED or node.name in module.frameworks:
                _Mentions(module, whole).visit(statement)
            else:
                _define(module, f"{node.name}.{statement.name}", statement, statement, owner=node.name)
        else:
            _Mentions(module, whole).visit(statement)


def _outside(module: Module, base: ast.Name | ast.Attribute) -> bool:
    """Whether a base comes from a framework, which calls the methods that one gives it."""
    name = base.attr if isinstance(base, ast.Attribute) else base.id
    if isinstance(base, ast.Name):
        return name in module.frameworks or name not in SILENT | module.definitions.keys() | module.bindings.keys()
    return name not in SILENT and ast.unparse(base.value) not in module.bindings


def _define(module: Module, name: str, at: ast.stmt, *parts: ast.AST, owner: str = "") -> Definition:
    definition = module.definitions.setdefault(name, Definition(module.name, name, at.lineno, owner))
    for part in parts:
        _Mentions(module, definition).visit(part)
    if owner == "" and isinstance(at, ast.Assign | ast.AnnAssign):
        definition.names.discard(name)
    return definition


def _registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
        if name in REGISTERS:
            return True
    return False


class Reach:
    """What the roads into the product reach."""

    def __init__(self, modules: Mapping[str, Module], words: Iterable[str] = ()) -> None:
        self.modules = modules
        self.attributes: set[str] = set(words)  # names asked of objects, in code and in templates
        self.reached: set[tuple[str, str]] = set()
        self.imported: set[str] = set()
        self._waiting: list[Definition] = []
        self._offered: dict[str, list[Definition]] = {}  # methods of classes that are reached, nobody asked for yet

    def start(self, modules: Iterable[str], kept: Iterable[str] = ()) -> None:
        """Walk from these modules, whose names others ask for, from what can be run, and from what is kept for another reason."""
        for module in self.modules.values():
            if module.runs:
                self._module(module.name)
        for name in modules:
            self._module(name)
            for definition in self.modules[name].definitions.values():
                if not definition.owner:
                    self._reach(*definition.key)
        for path in kept:
            for definition in _kept(self.modules, path):
                self._reach(*definition.key)
        while self._waiting:
            self._follow(self._waiting.pop())

    def left(self) -> list[Definition]:
        """What nobody reaches, without the methods of classes that are listed themselves."""
        unreached = []
        for module in self.modules.values():
            if module.name not in self.imported:
                unreached.append(module.top)
                continue
            for definition in module.definitions.values():
                seen = not definition.owner or (definition.module, definition.owner) in self.reached
                if seen and definition.key not in self.reached:
                    unreached.append(definition)
        return sorted(unreached, key=lambda definition: (definition.module, definition.line))

    def _module(self, name: str) -> None:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            part = ".".join(parts[:length])
            if part in self.modules and part not in self.imported:
                self.imported.add(part)
                self._waiting.append(self.modules[part].top)

    def _reach(self, module: str, name: str) -> None:
        if f"{module}.{name}" in self.modules:
            self._module(f"{module}.{name}")
            return
        if module not in self.modules or (module, name) in self.reached:
            return
        here = self.modules[module]
        self._module(module)
        if name in here.definitions:
            self.reached.add((module, name))
            self._waiting.append(here.definitions[name])
            for method in here.definitions.values():
                if method.owner == name:
                    self._offer(method)
        elif name in here.bindings:  # handed on from another module
            self.reached.add((module, name))
            self._bound(*here.bindings[name])

    def _offer(self, definition: Definition) -> None:
        """Something that is reached as soon as anybody asks any object for its name."""
        name = definition.name.rpartition(".")[2]
        self._offered.setdefault(name, []).append(definition)
        if name in self.attributes:
            self._ask(name)

    def _ask(self, name: str) -> None:
        self.attributes.add(name)
        for definition in self._offered.pop(name, []):
            if definition.key not in self.reached:
                self._reach(*definition.key)

    def _follow(self, definition: Definition) -> None:
        here = self.modules[definition.module]
        for path in definition.imports:
            self._module(path)
        for path in definition.paths:
            for module in [name for name in self.modules if path.endswith(".") and name.startswith(path)] or [path]:
                self._bound(*module.rpartition(".")[::2])
        for name in definition.names:
            if name in here.definitions:
                self._reach(definition.module, name)
            elif name in here.bindings:
                self._bound(*here.bindings[name])
        for base, name in definition.members:
            if base in here.definitions:
                self._reach(definition.module, base)
            elif base in here.bindings:
                module, inner = here.bindings[base]
                path = f"{module}.{inner}" if inner else module
                if path in self.modules:
                    self._reach(path, name)
                else:
                    self._bound(module, inner)
        for name in definition.attributes:
            self._ask(name)

    def _bound(self, module: str, name: str) -> None:
        path = f"{module}.{name}" if name else module
        if path not in self.modules:
            self._reach(module, name)
            return
        self._module(path)  # a module as a value: its functions are asked for like methods
        for definition in self.modules[path].definitions.values():
            if not definition.owner:
                self._offer(definition)


def read_package(package: Path) -> dict[str, Module]:
    """Every module below a package."""
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        modules[name] = read_module(name, path)
    return modules


def problems(modules: Mapping[str, Module], texts: Mapping[str, str], kept: Mapping[str, str]) -> list[str]:
    """What nobody calls, and lines of `kept` that are not needed; `texts` are the templates by name."""
    words = {word for text in texts.values() for tag in re.findall(r"\{[{%].*?[}%]\}", text) for word in re.findall(r"\w+", tag)}
    starts = [name for name in modules if ENTRANCES.fullmatch(name)]
    forms = [f"{name}:FORM" for name in modules if GAMES.fullmatch(name)]
    plain = Reach(modules, words)
    plain.start(starts, forms)
    reach = Reach(modules, words)
    reach.start(starts, [*forms, *kept])
    lines = [f"{modules[left.module].path}:{left.line}: {left.name or 'the whole module'}" for left in reach.left()]
    for path in kept:
        if all(definition.key in plain.reached for definition in _kept(modules, path)):
            lines.append(f"{path}: kept, but called or gone")
    return lines


def _kept(modules: Mapping[str, Module], path: str) -> list[Definition]:
    """What a line of `KEPT` names, a class with its methods."""
    module, _, name = path.partition(":")
    known = modules[module].definitions.values() if module in modules else []
    return [definition for definition in known if name in (definition.name, definition.owner)]


def unused_files(package: Path) -> list[str]:
    """Templates, scripts and style sheets that no page names; a template may be named by its folder and, apart, its stem."""
    kinds = {".py", ".html", ".js", ".css"}
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(package.rglob("*")) if path.suffix in kinds)
    folders = set(re.findall(r"\"([\w/]+/)\{\w+\}\.html", sources))
    lines = []
    for path in sorted(package.rglob("*")):
        folder, _, name = path.as_posix().rpartition("/templates/" if path.suffix == ".html" else "/")
        named = name in sources or (name.rpartition("/")[0] + "/" in folders and f'"{path.stem}"' in sources)
        if path.suffix in kinds - {".py"} and not named and not re.fullmatch(r"\d{3}(_csrf)?\.html", name):
            lines.append(f"{folder}/{name}: no page names it")
    return lines


def main() -> int:
    """Print what nobody calls; 1 if there is anything."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.html")}
    lines = [*problems(read_package(PACKAGE), texts, KEPT), *unused_files(PACKAGE), *unread.unread(PACKAGE, unread.KEPT)]
    for line in lines:
        print(line.removeprefix(f"{ROOT}/"))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
