"""benchmarks/languages.py: parts of treebanks, training once, figures once, and the tables of the page."""

import importlib
import json
import re
import shutil
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.phenomena import catalogue
from tests import DATA, ROOT

languages: Any = importlib.import_module("languages")
language_parts: Any = importlib.import_module("_language_parts")
language_page: Any = importlib.import_module("_language_page")


def sentences(documents: Sequence[int]) -> list[str]:
    """So many sentences of each document, which their ids tell."""
    return [f"# sent_id = doc{d}-s{n}\n1\tA" for d, length in enumerate(documents) for n in range(length)]


@given(st.lists(st.integers(1, 8), min_size=1, max_size=80))
def test_documents_stay_whole_and_every_sentence_has_a_part(documents: list[int]) -> None:
    train, test = language_parts.parted(sentences(documents))
    assert sorted(train + test) == list(range(sum(documents)))
    document = [number for number, length in enumerate(documents) for _ in range(length)]
    short = {d for d, length in enumerate(documents) if length <= language_parts.LONG * sum(documents)}
    assert not {document[n] for n in train} & {document[n] for n in test} & short


@given(st.integers(25, 2000))
def test_without_documents_a_fifth_is_tested_on(size: int) -> None:
    train, test = language_parts.parted(sentences([size]))
    assert 0.14 < len(test) / size < 0.21
    # From everywhere in the file, not its end.
    assert min(test) < size / 4
    assert min(train) == 0


@pytest.mark.parametrize(
    ("comments", "document"),
    [
        (["# sent_id = akadgram-s12"], "# sent_id = akadgram"),
        (["# sent_id = aja_ee199920_1477"], "# sent_id = aja_ee199920"),
        (["# sent_id = wiki-1181.p.10.s.1"], "# sent_id = wiki-1181"),
        (["# sent_id = n01041006"], "# sent_id = n01041"),
        (["# sent_id = 02to"], "# sent_id = 02to"),
        (["# newdoc id = news", "# sent_id = 7"], "# newdoc id = news"),
        ([], "0"),
    ],
)
def test_the_document_of_a_sentence(comments: list[str], document: str) -> None:
    assert language_parts._names(["\n".join([*comments, "1\tA"])]) == [document]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Danish with a train part, German in one file, French in two treebanks, and what is no treebank."""
    folder = tmp_path / "data"
    folder.mkdir()
    bank = (DATA / "tiny-de.conllu").read_text(encoding="utf-8")
    for name in ("da_made-train", "da_made-dev", "de_made-test", "fr_large-dev"):
        (folder / f"{name}.conllu").write_text(bank, encoding="utf-8")
    (folder / "fr_alittle-dev.conllu").write_text("\n\n".join(bank.split("\n\n")[:10]) + "\n\n", encoding="utf-8")
    (folder / "README.md").write_text("treebanks", encoding="utf-8")
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_a_train_part_is_trained_on_and_another_file_is_parted(data: Path, tmp_path: Path) -> None:
    made = {parts.language: parts for parts in language_parts.parts(data, tmp_path / "made")}
    assert made.keys() == {"da", "de", "fr"}
    assert made["da"].train == [data / "da_made-train.conllu"]
    assert made["da"].test == [data / "da_made-dev.conllu"]
    assert [path.name for path in made["fr"].train] == ["fr_large-train.conllu", "fr_alittle-train.conllu"]
    (train,), (test,) = made["de"].train, made["de"].test
    whole = conllu.read(data / "de_made-test.conllu")
    assert len(conllu.read(train).segment) + len(conllu.read(test).segment) == len(whole.segment)
    assert test == tmp_path / "made" / "de_made-test.conllu"


@pytest.fixture
def german(data: Path, out: Path) -> Any:
    """German with its parser there: the shipped one."""
    (parts,) = [one for one in language_parts.parts(data, out / "treebanks") if one.language == "de"]
    shutil.copytree(ROOT / "resources/models/parser-de", out / "parser-de")
    (out / "parser-de.json").write_text(
        '{"command": "challenge-sets lab train-parser", "seconds": 90}', encoding="utf-8"
    )
    return parts


def run(parts: Any, out: Path, phenomena: Sequence[str] = ("particle_verb", "negation")) -> None:
    known = [catalogue.load(ROOT / "config/phenomena.yaml")[name] for name in phenomena]
    languages.run(parts, Namespace(out=out, no_training=False, options=""), known)


def test_a_parser_is_measured_once(german: Any, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(german, out)
    figures = json.loads((out / "de.json").read_text(encoding="utf-8"))
    assert figures["raw"]["LAS"] > 40
    assert figures["gold_words"]["words"] == 100
    again = Mock(side_effect=AssertionError("measured again"))
    monkeypatch.setattr(languages.parser_measure, "parse_parts", again)
    run(german, out)
    # Figures of another definition of a phenomenon hold no more.
    table = out / "de.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("particle_verb", "particle"), encoding="utf-8")
    with pytest.raises(AssertionError, match="measured again"):
        run(german, out)


def test_a_language_without_phenomena_has_scores(german: Any, out: Path) -> None:
    for _ in range(2):
        run(german, out, ())
    parsers = language_page.sections([german], out)["parsers"]
    assert re.search(r"^\| German \(`de`\) .* \| - \(0 of 0\) \|$", parsers, re.M)


def test_the_page_has_the_figures_and_what_is_missing(german: Any, out: Path) -> None:
    run(german, out)
    figures = json.loads((out / "de.json").read_text(encoding="utf-8"))
    texts = language_page.sections([german, german._replace(language="fr")], out)
    assert f"| {figures['raw']['LAS']:.1f} |" in texts["parsers"]
    assert "| German (`de`) |" in texts["parsers"]
    assert "| 1.5 |" in texts["parsers"]
    assert "Not yet measured: French." in texts["parsers"]
    assert "| German (`de`) | `particle_verb` |" in texts["phenomena"]
    assert texts["commands"] == "```\nchallenge-sets lab train-parser\n```"


def test_without_a_tokenizer_gold_words_are_measured(german: Any, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse_parts = languages.parser_measure.parse_parts

    def no_raw_text(*given: Any, raw: bool = True) -> Any:
        if raw:
            raise InputError("cutting it into words needs a library")
        return parse_parts(*given, raw=False)

    monkeypatch.setattr(languages.parser_measure, "parse_parts", no_raw_text)
    run(german, out)
    texts = language_page.sections([german], out)
    assert "Measured from gold words alone: German (`de`): cutting it into words needs a library." in texts["phenomena"]
    assert "| - | - |" in texts["parsers"]


@pytest.fixture
def danish(data: Path, out: Path) -> Any:
    (parts,) = [one for one in language_parts.parts(data, out / "treebanks") if one.language == "da"]
    return parts


def test_training_is_one_command_and_is_done_once(danish: Any, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(command: list[str], **_: object) -> None:
        Path(command[-1]).mkdir()

    process = Mock(side_effect=trained)
    monkeypatch.setattr(languages.subprocess, "run", process)
    for _ in range(2):
        languages.train(danish, out, ["--epochs", "3"])
    ((command,), _) = process.call_args
    assert process.call_count == 1
    assert command[3:6] == ["lab", "train-parser", "--language"]
    typed = json.loads((out / "parser-da.json").read_text(encoding="utf-8"))["command"]
    assert typed == (
        "challenge-sets lab train-parser --language da --train da_made-train.conllu --dev da_made-dev.conllu"
        " --epochs 3 -o parser-da"
    )


def test_time_of_a_training_that_was_stopped_is_not_said(
    danish: Any, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (out / "parser-da.training").mkdir()
    monkeypatch.setattr(languages.subprocess, "run", Mock())
    languages.train(danish, out, [])
    assert json.loads((out / "parser-da.json").read_text(encoding="utf-8"))["seconds"] is None
