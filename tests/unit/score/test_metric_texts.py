"""The files for programs: a segment stays on its line, and keeps its characters."""

import json
from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats.segments import Corpus
from extractors.score.metric_texts import CHECKSUM, MetricTexts

CORPUS = Corpus("en", "de", ["One\nowl", ""], {"A": ["Eine\r\nEule", ""], "B": ["", "x"]})


def test_a_segment_is_a_line_of_as_many_characters(tmp_path):
    texts = MetricTexts(tmp_path / "texts")
    texts.write(CORPUS, {"x": ["", "Uhu\u2028!"]})
    assert texts.source.read_text(encoding="utf-8") == "One owl\n\n"
    assert texts.reference("A").read_text(encoding="utf-8") == "Eine  Eule\nx\n"
    assert texts.reference("B").read_text(encoding="utf-8") == "Eine  Eule\nx\n"
    assert texts.output("x").read_text(encoding="utf-8") == "\nUhu\u2028!\n"
    items = [json.loads(line) for line in texts.items("x").read_text(encoding="utf-8").removesuffix("\n").split("\n")]
    assert items[1] == {"id": 1, "source": "", "hypothesis": "Uhu\u2028!", "reference": "x"}
    assert Path(f"{texts.source}{CHECKSUM}").read_text().strip() == sha256(texts.source)


def test_a_system_without_outputs_is_refused(tmp_path):
    with pytest.raises(InputError, match="no output of bare, for a program") as caught:
        MetricTexts(tmp_path / "texts").write(CORPUS, {"x": ["", "a"], "bare": ["", ""]})
    assert caught.value.remedy
    assert not (tmp_path / "texts").exists()
