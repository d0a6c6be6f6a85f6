"""Align: links with their confidence, and those alone of which the aligner is sure."""

import pytest

from extractors.core.errors import InputError
from extractors.extract import align
from extractors.extract.align import align_corpus
from extractors.extract.reordering import largest_shifts
from extractors.formats.segments import Corpus
from extractors.models.aligners import Aligner
from extractors.models.tool_settings import AlignerSettings
from tests.builders.paragraphs import flat_parse

CORPUS = Corpus("de", "en", ["ja nein gut", "ja"], {"A": ["no good yes", "yes"]})
TREES = flat_parse([["ja nein gut"], ["ja"]])


def links_of(folder, text, minimum=0.0):
    (folder / "links").write_text(text, encoding="utf-8")
    by_file = {"aligner": "pharaoh", "model": str(folder / "links"), "options": {"tokens": "ours"}}
    return align_corpus(CORPUS, TREES, AlignerSettings(**by_file, minimum_confidence=minimum))


def test_each_link_keeps_its_confidence(tmp_path):
    table = links_of(tmp_path, "0-2:0.4 1-0:0.9 2-1\n0-0:1\n")
    assert table.column("confidence").to_pylist() == pytest.approx([0.4, 0.9, None, 1.0])
    assert table.schema.metadata[b"aligner"].startswith(b"pharaoh/links:")


def test_unsure_links_are_left_out_and_reordering_rests_on_the_others(tmp_path, caplog):
    text = "0-2:0.4 1-0:0.9 2-1:0.8\n0-0:1\n"
    every = links_of(tmp_path, text)
    with caplog.at_level("INFO"):
        sure = links_of(tmp_path, text, minimum=0.8)
    assert largest_shifts(every)[0] == (0, 0, 2)
    assert largest_shifts(sure)[0] == (1, 1, 1)
    assert sure.schema.metadata[b"aligner"].endswith(b"/minimum-confidence:0.8")
    assert "left out 1 of 4 links, of a confidence below 0.8" in caplog.text


def test_a_minimum_needs_confidences(tmp_path, monkeypatch):
    with pytest.raises(InputError, match="1 of 2 links have no confidence"):
        links_of(tmp_path, "0-0:1\n0-0\n", minimum=0.8)
    monkeypatch.setattr(align, "create_aligner", lambda *_, **__: Unsure())
    with pytest.raises(InputError, match="the aligner unsure gives no confidence") as caught:
        align_corpus(CORPUS, TREES, AlignerSettings(aligner="simalign", minimum_confidence=0.8))
    assert "align with simalign" in caught.value.remedy


class Unsure(Aligner):
    """Links the first tokens, and says no confidence."""

    def __init__(self):
        pass

    @property
    def signature(self):
        return "unsure"

    def align_with_confidence(self, pairs, *, before=0):
        del before
        for _ in pairs:
            yield [(0, 0)], [None]
