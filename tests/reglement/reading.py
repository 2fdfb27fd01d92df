"""Which fields of a rule book some code reads, found in its syntax trees.

A field is read where its name is taken from something that is its section: `book.ending.target`; a local name for the section
(`ending = book.ending`); a parameter, property, attribute or function annotated with its class (`rules: EveningRules`); `self`
in a method of the class. A field of the same name in another section does not count, nor does a provision that is only cited.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import typing
from collections.abc import Iterable, Iterator, Mapping

from puur.core.reglement import SECTIONS, Reglement, contributed


def section_classes() -> Mapping[str, str]:
    """The dotted name of every section and of the tables inside, by the name of its class."""
    hints = typing.get_type_hints(Reglement)
    return dict(_classes([*((key, hints[key]) for key in SECTIONS), *contributed().items()]))


def _classes(found: Iterable[tuple[str, type]]) -> Iterator[tuple[str, str]]:
    for name, cls in found:
        yield cls.__name__, name
        hints = typing.get_type_hints(cls)
        inner = [(f"{name}.{one.name}", hints[one.name]) for one in dataclasses.fields(cls)]
        yield from _classes((at, hint) for at, hint in inner if isinstance(hint, type) and dataclasses.is_dataclass(hint))


def read_in(sources: Mapping[str, str]) -> set[str]:
    """The dotted names of the fields that these modules read, by path."""
    trees = {path: ast.parse(text) for path, text in sources.items()}
    classes = {**section_classes(), "ClubBook": "season"}
    typed: dict[str, set[str]] = {}
    for tree in trees.values():
        for name, cls in _annotated(tree):
            if cls in classes:
                typed.setdefault(name, set()).add(classes[cls])
    for tree in trees.values():
        for name, value in _kept(tree):
            typed.setdefault(name, set()).update({value} & set(classes.values()))
    found: set[str] = set()
    for tree in trees.values():
        _Reads(classes, typed, found).visit(tree)
    return found


def _annotated(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Attributes and properties with the name of the class that they are annotated with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.unparse(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.name, ast.unparse(node.returns)


def _kept(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Attributes that an object keeps a section in: `self.rules = game.book.referee`."""
    for node in ast.walk(tree):
        for name, value in _pairs(node) if isinstance(node, ast.Assign) else ():
            if isinstance(name, ast.Attribute) and isinstance(value, ast.Attribute) and ast.unparse(value.value).endswith("book"):
                yield name.attr, value.attr


def _pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


class _Reads(ast.NodeVisitor):
    def __init__(self, classes: Mapping[str, str], typed: Mapping[str, set[str]], found: set[str]) -> None:
        self.classes, self.typed, self.found = classes, typed, found
        self.local: dict[str, set[str]] = {}

    def sections(self, node: ast.expr) -> set[str]:
        """What an expression may be, as far as the syntax says: the same attribute of a book may be the play's or the season's."""
        if isinstance(node, ast.Name):
            return self.local.get(node.id, set())
        if isinstance(node, ast.Call):
            return self.typed.get(ast.unparse(node.func).rpartition(".")[2], set())
        if not isinstance(node, ast.Attribute):
            return set()
        names = set(self.classes.values())
        inner = {f"{around}.{node.attr}" for around in self.sections(node.value)} & names
        if ast.unparse(node.value).endswith("book"):
            inner |= {node.attr, f"season.{node.attr}"} & names
        if node.attr == "book":
            return {"season"}
        return inner or self.typed.get(node.attr, set())

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node, {"self": {self.classes[node.name]}} if node.name in self.classes else {})

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in ("clashes", "_design"):  # whether values fit together is no use of them
            return
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        named = {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation is not None}
        self._inside(node, {name: {self.classes[cls]} for name, cls in named.items() if cls in self.classes})

    def _inside(self, node: ast.AST, known: Mapping[str, set[str]]) -> None:
        before = self.local
        self.local = {**before, **known}
        self.generic_visit(node)
        self.local = before

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for name, value in _pairs(node):
            if isinstance(name, ast.Name) and (sections := self.sections(value)):
                self.local[name.id] = sections

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        self.found.update(f"{section}.{node.attr}" for section in self.sections(node.value))

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        by_name = isinstance(node.func, ast.Name) and node.func.id == "getattr" and len(node.args) == 2
        if by_name and not isinstance(node.args[1], ast.Constant):  # known only when it runs
            self.found.update(f"{section}.*" for section in self.sections(node.args[0]))


def read_in_templates(texts: Iterable[str]) -> set[str]:
    """The fields of the season that pages read: `club.book.days.number`."""
    return {f"season.{name}" for text in texts for name in re.findall(r"\bbook\.([a-z_]+(?:\.[a-z_]+)?)", text)}
