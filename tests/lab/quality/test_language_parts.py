"""Treebanks of many languages, each in a part to train on and one to test on."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.formats import conllu
from tests import DATA

language_parts: Any = importlib.import_module("_language_parts")


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


def test_a_part_that_was_cut_out_leads_to_its_file(data: Path, tmp_path: Path) -> None:
    made = {parts.language: parts for parts in language_parts.parts(data, tmp_path / "made")}
    (whole,), (fifth, _) = made["da"].test, made["fr"].test
    assert language_parts.cut_from(whole, data) is None
    cut = language_parts.cut_from(fifth, data)
    assert cut == data / "fr_large-dev.conllu"
    assert language_parts.name_of(cut) == "fr_large-dev"
    assert language_parts.name_of(Path("nl_alpino-ud-dev.conllu.gz")) == "nl_alpino-dev"
