"""What an extra brings is what pyproject.toml says, and a missing package is said with what to type."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib import metadata

import pytest

from extractors.core import install
from extractors.core.errors import InputError
from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def distribution(requirement):
    """The name of a requirement, normalised."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def inside(requirement):
    """The extras of this project that one of its own requirements names."""
    return re.fullmatch(rf"{install.PROJECT}\[(.*)\]", requirement)[1].split(",")


@cache
def modules():
    """By distribution that is installed here, its top-level modules."""
    found = {}
    for module, names in metadata.packages_distributions().items():
        for name in names:
            found.setdefault(distribution(name), set()).add(module)
    return found


@pytest.mark.parametrize("extra", sorted(install.EXTRAS))
def test_the_table_names_the_modules_of_each_requirement_of_an_extra(extra):
    named = set(install.EXTRAS[extra])
    for requirement in EXTRAS[extra]:
        if requirement.startswith(f"{install.PROJECT}["):
            assert all(named >= set(install.EXTRAS[other]) for other in inside(requirement))
        elif not requirement.startswith("sacrebleu["):
            assert named & modules()[distribution(requirement)], requirement


def test_every_extra_for_users_is_in_the_table():
    assert set(EXTRAS) - {"all"} == set(install.EXTRAS)


def test_all_is_every_extra():
    (reference,) = EXTRAS["all"]
    assert inside(reference) == sorted(install.EXTRAS)


def test_nothing_is_imported_that_neither_the_base_nor_an_extra_brings():
    base = set().union(*(modules()[distribution(requirement)] for requirement in PROJECT["dependencies"]))
    declared = base.union(*install.EXTRAS.values()) | sys.stdlib_module_names | {"extractors", "challenge_sets_lab"}
    # Users who want frames have it; where it is not there, tables of Arrow stay (extractors/api/frames.py).
    declared |= {"pandas"}
    # An extra of the laboratory.
    declared |= {"eflomal"}
    # Recipes are scripts, which import each other and those of benchmarks.
    for path in [*(ROOT / "extractors").rglob("*.py"), *(ROOT / "lab/challenge_sets_lab").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                names = [node.module] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= declared, path


def not_found(name):
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


def test_a_missing_package_names_who_needs_it_the_extra_and_what_to_type():
    error = install.missing(not_found("vl_convert"), "`challenge-sets report`")
    assert str(error) == (
        "`challenge-sets report` needs packages that are not installed: vl_convert (extra 'run')"
        f"\n  remedy: pip install -e '{ROOT}[run]'"
    )


def test_all_missing_packages_are_named_at_once_with_one_line_to_type(monkeypatch):
    gone = {"altair", "tokenizers", "stanza"}
    monkeypatch.setattr("importlib.util.find_spec", lambda module: None if module in gone else object())
    with pytest.raises(InputError) as caught:
        install.require("run", "stanza", "udpipe", who="the workflow")
    assert caught.value.problem == (
        "the workflow needs packages that are not installed: altair, tokenizers (extra 'run'); stanza (extra 'stanza')"
    )
    assert caught.value.remedy == f"pip install -e '{ROOT}[run,stanza]'"
    told = install.missing(not_found("altair"), "the report").problem
    assert told == "the report needs packages that are not installed: altair, tokenizers (extra 'run')"


def test_nothing_is_refused_where_nothing_is_missing():
    install.require("run", "torch", who="the workflow")


@pytest.mark.parametrize(("asked", "extra"), [("torch", "torch"), ("run", "torch"), ("stanza", "torch")])
def test_of_extras_that_bring_a_package_the_one_asked_for_is_named(asked, extra):
    assert f"(extra {extra!r})" in install.missing(not_found("torch.nn"), "who", extra=asked).problem


@pytest.mark.parametrize("error", [not_found("extractors.gone"), not_found("numpy"), ValueError("torch")])
def test_what_no_extra_brings_is_a_fault_of_the_program(error):
    assert install.missing(error, "who") is None


def test_a_copy_that_is_no_checkout_says_what_path_is(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "PACKAGE", tmp_path / "extractors")
    assert install.command("run") == "pip install 'PATH[run]' (PATH is the folder of mt-challenge-sets)"


def test_no_text_says_to_install_from_an_index_what_is_not_there():
    name = re.compile(rf"pip install\s+(?:--?\w+\s+)*['\"]?{install.PROJECT}(?!.* @ )")
    texts = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "config").iterdir()]
    texts += [
        path
        for part in ("extractors", "lab")
        for path in (ROOT / part).rglob("*")
        if path.suffix in (".py", ".j2", ".yaml", ".md")
    ]
    assert not [path for path in texts if path.is_file() and name.search(path.read_text(encoding="utf-8"))]
