"""Align: links with their confidence, and those alone of which the aligner is sure."""

import pytest

from extractors.core.errors import InputError
from extractors.extract import align as align_stage
from extractors.extract.align import align, align_outputs
from extractors.extract.reordering import largest_shifts
from extractors.formats.segments import Corpus
from extractors.models.aligners import Aligner
from extractors.models.aligners.pharaoh import Pharaoh
from tests.builders.trees import treebank

SOURCE = [["ja", "nein", "gut"], ["ja"]]
TARGET = {"A": [["no", "good", "yes"], ["yes"]]}
TEXTS = {"A": (None, ["no good yes", "yes"])}


def links_of(folder, text, **options):
    (folder / "links").write_text(text, encoding="utf-8")
    aligner = Pharaoh(source_language="de", target_language="en", model=str(folder / "links"), tokens="ours")
    return align(aligner, SOURCE, TARGET, TEXTS, **options)


def test_each_link_keeps_its_confidence(tmp_path):
    table = links_of(tmp_path, "0-2:0.4 1-0:0.9 2-1\n0-0:1\n")
    assert table.column("confidence").to_pylist() == pytest.approx([0.4, 0.9, None, 1.0])
    assert table.schema.metadata[b"aligner"].startswith(b"pharaoh/links:")


def test_unsure_links_are_left_out_and_reordering_rests_on_the_others(tmp_path, caplog):
    text = "0-2:0.4 1-0:0.9 2-1:0.8\n0-0:1\n"
    every = links_of(tmp_path, text)
    with caplog.at_level("INFO"):
        sure = links_of(tmp_path, text, minimum_confidence=0.8)
    assert largest_shifts(every)[0] == (0, 0, 2)
    assert largest_shifts(sure)[0] == (1, 1, 1)
    assert sure.schema.metadata[b"aligner"].endswith(b"/minimum-confidence:0.8")
    assert "left out 1 of 4 links, of a confidence below 0.8" in caplog.text


def test_a_minimum_needs_confidences(tmp_path):
    with pytest.raises(InputError, match="1 of 2 links have no confidence"):
        links_of(tmp_path, "0-0:1\n0-0\n", minimum_confidence=0.8)
    pytest.importorskip("eflomal")
    from extractors.models.aligners.eflomal import Eflomal

    aligner = Eflomal(source_language="de", target_language="en")
    with pytest.raises(InputError, match=r"eflomal:.* gives no confidence") as caught:
        align(aligner, SOURCE, TARGET, TEXTS, minimum_confidence=0.8)
    assert "runs: 5" in caught.value.remedy


class Learning(Aligner):
    """Learns from all pairs of a call, and links the first tokens with that number as its confidence."""

    needs_whole_corpus = True

    def __init__(self):
        self.calls = []

    @property
    def signature(self):
        return "learning"

    def align_with_confidence(self, pairs, *, before=0):
        del before
        self.calls.append([" ".join(target) for _, target in pairs])
        for _ in pairs:
            yield [(0, 0)], [None]


def test_one_that_learns_is_given_all_references_at_once():
    aligner = Learning()
    references = {"A": [["no"], ["yes"]], "B": [["nope"], ["yeah"]]}
    links = align(aligner, SOURCE, references, dict.fromkeys(references, (None, ["", ""])))
    assert aligner.calls == [["no", "yes", "nope", "yeah"]]
    columns = links.select(["reference", "target_form"]).to_pylist()
    assert [(*row.values(),) for row in columns] == [("A", "no"), ("A", "yes"), ("B", "nope"), ("B", "yeah")]


def test_one_that_learns_knows_the_references_when_it_aligns_outputs(monkeypatch):
    aligner = Learning()
    monkeypatch.setattr(align_stage, "create_aligner", lambda *_, **__: aligner)
    corpus = Corpus(source_language="fi", target_language="en", source=["joo", "ei"], references={"A": ["yes", "no"]})
    parsed = treebank("joo joo INTJ _ _ 0 root", "ei ei INTJ _ _ 0 root")
    links = align_outputs(corpus, parsed, {"one": ["aye", "nay"]}, aligner="x", model=None, options={})
    assert aligner.calls == [["aye", "nay", "yes", "no"]]
    assert links.column("target_form").to_pylist() == ["aye", "nay"]
