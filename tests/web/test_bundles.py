"""Several scripts as one: in the order of their imports, names apart, nothing that is not understood."""

from __future__ import annotations

import pytest

from puur.web.server import bundles

FILES = {
    "js/a.js": 'import { b, c as other } from "./b.js";\nimport "./c.js";\n/** Says it. */\nexport const a = () => b(); // why\n',
    "js/b.js": 'import { c } from "./c.js";\n\nconst own = 1;\nexport const b = own + c;\nexport { c } from "./c.js";\n',
    "js/c.js": "const own = 2; // not that of b\nexport const c = own;\nexport class C {}\nexport async function d() {}\n",
    "js/round.js": 'import { x } from "./round.js";\n',
}


def read(name: str) -> str:
    return FILES[name]


def test_each_script_comes_after_what_it_imports_and_keeps_its_names() -> None:
    plain = {**FILES, "js/b.js": FILES["js/b.js"].replace('export { c } from "./c.js";\n', "")}
    made = bundles.script(["js/a.js"], plain.__getitem__)
    # By hand: c imports nothing, b imports c, a imports both.
    assert bundles.in_order(["js/a.js"], plain.__getitem__) == ["js/c.js", "js/b.js", "js/a.js"]
    assert "const { b, c: other } = $[1];" in made
    assert "return { c, C, d };" in made
    assert made.count("const own") == 2  # each in a function of its own
    assert "why" not in made
    assert "Says it" not in made


def test_an_unknown_form_and_a_circle_are_refused() -> None:
    with pytest.raises(bundles.NotBundled, match=r"export \{ c \}"):
        bundles.script(["js/b.js"], read)
    with pytest.raises(bundles.NotBundled, match="imports itself"):
        bundles.script(["js/round.js"], read)


def test_a_comment_never_takes_code_with_it() -> None:
    source = 'const a = /** @type {X} */ (b);\n/** One. */ const c = "// no comment";\n/** Two. */\nconst d = 1;\n'
    made = bundles.script(["x.js"], {"x.js": source}.__getitem__)
    for code in ("const a = (b);", 'const c = "// no comment";', "const d = 1;"):
        assert code in made
    assert "Two." not in made
