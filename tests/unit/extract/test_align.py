"""Align: links with their confidence, and those alone of which the aligner is sure."""

import pytest

from extractors.core.errors import InputError
from extractors.extract.align import align
from extractors.extract.reordering import largest_shifts
from extractors.models.aligners import Aligner
from extractors.models.aligners.pharaoh import Pharaoh

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
    with pytest.raises(InputError, match="the aligner unsure gives no confidence") as caught:
        align(Unsure(), SOURCE, TARGET, TEXTS, minimum_confidence=0.8)
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
