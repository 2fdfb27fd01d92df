"""What is kept and never looked at: fields that nobody reads, template tags that no page uses, exports and methods of scripts.

The other half of `tools.unused`, which follows calls. Here a name counts as read when it is taken from any object, matched, or
stands in a text, a template or a script; what is only assigned is dead, whatever is assigned to it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

# Not read in the product, and kept all the same, each with its reason. A line that is not needed fails the check.
KEPT: Mapping[str, str] = {
    "Secrecy.undeclared": "the conformance kit of the games asks for it: a field that says nothing about who may know it",
    "LiveTable._mending": "a task that nothing refers to may be collected before it is done",
    "fairness.js:handOf": "the browser tests deal by hand with it",
    "advice.js:reasonOf": "the browser tests hold its reasons equal to those of the core",
}
# Bases from outside that take nothing out of what one adds to them; enums, tuples and frameworks do.
SILENT = {"ABC", "Exception", "Generic", "KeyError", "Protocol", "RuntimeError", "ValueError", "dict", "list", "object", "str"}
CALLED = {"__slots__", "__test__", "regex"}  # looked for by name in any object: by Python, pytest and Django
WORDS = re.compile(r"\w+")
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
METHOD = re.compile(r"^  (?:static |async |get |set |\*)*(#?\w+)\([^\n]*\) \{$", re.MULTILINE)
NO_METHODS = {"constructor", "disconnectedCallback", "if", "for", "while", "switch", "catch"}  # browsers call the first two


def docstrings(tree: ast.AST) -> set[int]:
    """The texts that only say what a module, class or function is for."""
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }


def names_read(tree: ast.AST) -> Iterator[str]:
    """Every name that some code takes from an object, matches or says in a text; a plain name only in the body of a class."""
    silent = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from node.kwd_attrs
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield from WORDS.findall(node.value)
        elif isinstance(node, ast.ClassDef):
            parts = [part for part in node.body if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            yield from (name.id for part in parts for name in ast.walk(part)
                        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load))  # fmt: skip


def bases_of(trees: Iterable[ast.Module]) -> Mapping[str, set[str]]:
    """The names of the bases of every class; those of two classes of one name together."""
    bases: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                said = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
                bases.setdefault(node.name, set()).update(ast.unparse(base).rpartition(".")[2] for base in said)
    return bases


def looked_at_by_others(name: str, bases: Mapping[str, set[str]]) -> bool:
    """Whether a class comes from an enum, a tuple or a framework, which take its fields out in ways of their own."""
    if name not in bases:
        return name not in SILENT
    return any(looked_at_by_others(base, bases) for base in bases[name] - {name})


def fields_of(tree: ast.Module, bases: Mapping[str, set[str]]) -> Iterator[tuple[int, str]]:
    """The fields that classes declare or set on themselves, as `Class.field`; not those that are read in ways of their own."""
    if any(isinstance(node, ast.Name) and node.id == "asdict" for node in ast.walk(tree)):
        return  # all fields are written at once
    for cls in ast.walk(tree):
        if not isinstance(cls, ast.ClassDef) or cls.name == "Meta" or looked_at_by_others(cls.name, bases):
            continue
        declared = [target for statement in cls.body for target in _targets(statement) if isinstance(target, ast.Name)]
        yield from ((target.lineno, f"{cls.name}.{target.id}") for target in declared if target.id not in CALLED)
        for target in (target for node in ast.walk(cls) for target in _targets(node)):
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                yield target.lineno, f"{cls.name}.{target.attr}"


def _targets(node: ast.AST) -> Iterable[ast.expr]:
    if isinstance(node, ast.Assign):
        return [inner for target in node.targets for inner in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []


def template_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What templates may call a filter or a tag of this module."""
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and called.attr in ("filter", "simple_tag", "inclusion_tag"):
                given = [word.value for word in getattr(decorator, "keywords", []) if word.arg == "name"]
                name = given[0].value if given and isinstance(given[0], ast.Constant) else function.name
                yield function.lineno, str(name)


def unread_python(sources: Mapping[Path, str], pages: Mapping[Path, str]) -> Iterator[tuple[str, str]]:
    """Fields and template tags that nobody asks for, each with its place; `pages` are templates and scripts."""
    trees = {path: ast.parse(text) for path, text in sources.items()}
    tags = {word for text in pages.values() for tag in re.findall(r"\{[{%].*?[}%]\}", text) for word in WORDS.findall(tag)}
    scripts = {word for path, text in pages.items() if path.suffix == ".js" for word in WORDS.findall(COMMENTS.sub("", text))}
    read = {name for tree in trees.values() for name in names_read(tree)} | tags | scripts
    bases = bases_of(trees.values())
    for path, tree in trees.items():
        if path.parent.name == "templatetags":
            for line, name in template_names(tree):
                if name not in tags:
                    yield f"{path}:{line}", name
        for line, field in fields_of(tree, bases):
            if field.rpartition(".")[2] not in read:
                yield f"{path}:{line}", field


def unread_scripts(pages: Mapping[Path, str]) -> Iterator[tuple[str, str]]:
    """Exports that no other script imports, and methods that none calls."""
    scripts = {path: COMMENTS.sub("", text) for path, text in pages.items() if path.suffix == ".js"}
    words = {path: WORDS.findall(text) for path, text in scripts.items()}
    said = [word for path in scripts for word in words[path]]
    for path, text in scripts.items():
        others = {word for other in scripts if other != path for word in words[other]}
        for match in EXPORT.finditer(text):
            if match.group(1) not in others:
                yield f"{path}:{text[: match.start()].count(chr(10)) + 1}", f"{path.name}:{match.group(1)}"
        for match in METHOD.finditer(text):
            if match.group(1) not in NO_METHODS and said.count(match.group(1).removeprefix("#")) < 2:
                yield f"{path}:{text[: match.start()].count(chr(10)) + 1}", f"{path.name}:{match.group(1)}"


def unread(package: Path, kept: Mapping[str, str]) -> list[str]:
    """Lines for everything below a package that is kept and never looked at, and for lines of `kept` that are not needed."""
    python = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py")) if path.parent.name != "migrations"}
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*")) if path.suffix in (".html", ".js")}
    dead = dict.fromkeys([*unread_python(python, pages), *unread_scripts(pages)])
    lines = [f"{place}: {name}: nobody reads it" for place, name in dead if name not in kept]
    return lines + [f"{name}: kept, but read or gone" for name in sorted(kept.keys() - {name for _, name in dead})]
