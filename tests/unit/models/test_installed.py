import logging
import re
import tomllib

import pytest

from extractors.core.errors import InputError
from extractors.models import installed
from extractors.models.aligners.simalign import SimAlign
from extractors.models.parsers.multilingual import MultilingualParser
from tests import ROOT

PARSER_LICENCE = "CC BY-SA 4.0, LGPL-LR (fr_sequoia), and research use (raw text, WMT)"


def test_models_are_found_by_path_or_shipped_name(tmp_path, monkeypatch):
    (tmp_path / "parser-xx").mkdir()
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path))
    assert installed.shipped() == ["parser-xx"]
    assert installed.find("parser-xx") == tmp_path / "parser-xx"
    assert installed.find(str(tmp_path)) == tmp_path
    assert installed.find("parser-yy") is None
    with pytest.raises(InputError, match=r"not on this machine: parser-yy \(parser\)") as error:
        installed.here("parser", "parser-yy", "get it")
    assert error.value.remedy == "get it\nshipped models are: parser-xx"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A folder of shipped models with parser-xx, seen from another folder with models of its own."""
    installed._tell.cache_clear()
    (tmp_path / "shipped" / "parser-xx").mkdir(parents=True)
    here = tmp_path / "here"
    for name in ("parser-xx", "parser-yy", "parser-multilingual", "aligner-de-en"):
        (here / name).mkdir(parents=True)
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path / "shipped"))
    monkeypatch.chdir(here)
    return tmp_path / "shipped"


def test_a_folder_here_does_not_take_the_place_of_a_shipped_model(shipped, caplog):
    for _ in range(2):
        assert installed.find("parser-xx") == shipped / "parser-xx"
    assert installed.find("./parser-xx").resolve() == shipped.parent / "here" / "parser-xx"
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        "the shipped model parser-xx is taken, not parser-xx in this folder: that is ./parser-xx"
    ]


def test_a_model_here_that_is_named_is_taken_and_said(shipped, caplog):
    with caplog.at_level(logging.INFO):
        assert installed.find("parser-yy").resolve() == shipped.parent / "here" / "parser-yy"
    assert "the model parser-yy is the one in this folder, ./parser-yy" in caplog.messages


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: MultilingualParser(language="de"), "parser-multilingual"),
        (lambda: SimAlign(source_language="de", target_language="en"), "aligner-de-en"),
    ],
    ids=["parser", "aligner"],
)
@pytest.mark.usefixtures("shipped")
def test_a_default_is_never_taken_from_this_folder(make, name):
    with pytest.raises(InputError) as error:
        make()
    assert f"name the one in this folder, `model: ./{name}`" in str(error.value)


@pytest.mark.parametrize(
    ("signature", "licence"),
    [
        ("multilingual:0.1.0/parser-multilingual:c0ffee12/de/de_gsd", PARSER_LICENCE),
        ("simalign:inter/aligner-de-en:c0ffee12/layer:2", "research use, as its bitext"),
        ("stanza:1.10/parser-of-mine:c0ffee12", ""),
    ],
)
def test_the_licence_of_a_shipped_model_is_known_by_its_signature(signature, licence):
    assert installed.licence_of_signature(signature) == licence


def test_the_licences_of_the_shipped_models_are_those_of_their_texts_wherever_they_are_said():
    models, texts, words = (
        {row[0]: row[1:] for row in rows} for rows in _tables_of(ROOT / "resources/models/LICENCES.md")
    )
    every = set()
    for model in installed.shipped():
        path = installed.shipped_folder() / model
        licence, trained_on = models.pop(f"`{model}`")
        parts = licence.split(" AND ")
        for text in trained_on.split(", "):
            # CC BY-SA of version 4 asks for all that 3 and MIT do.
            covers = texts[text][0].startswith(("CC-BY-SA", "MIT")) and "CC-BY-SA-4.0" in parts
            assert texts[text][0] in parts or covers
        card = (path / "README.md").read_text(encoding="utf-8")
        assert set(re.findall(r"^- ([a-z]{2}_[a-z]+)[-.]", card, re.MULTILINE)) == set(
            re.findall(r"\w+_\w+", trained_on)
        )
        assert {spdx for spdx, (said, _) in words.items() if said in installed.licence_of(path)} == set(parts)
        every.update(parts)
    assert not models
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == " AND ".join(["MIT", *sorted(every - {"MIT"})])


def _tables_of(file):
    """The rows of each table of a Markdown file, without their heads."""
    tables = re.findall(r"(?:^\|.*\n)+", file.read_text(encoding="utf-8"), re.MULTILINE)
    return [[[cell.strip() for cell in line.strip("|").split("|")] for line in t.splitlines()[2:]] for t in tables]
