"""When units of sentences are advised: before a parse where segments are long, after it where it shows them."""

import pytest

from extractors.extract import parse
from extractors.formats.treebank import Sentence, Word
from extractors.models.parsers import Parser


class OneSentence(Parser):
    """Says how many warnings there were when it began."""

    signature = "one:1"

    def __init__(self, caplog):
        self._caplog, self.warnings = caplog, None

    def parse(self, segments):
        for segment in segments:
            if self.warnings is None:
                self.warnings = sum(record.levelname == "WARNING" for record in self._caplog.records)
            words = [
                Word(w, w, "X", "_", "_", min(n, 1), "dep" if n else "root") for n, w in enumerate(segment.split())
            ]
            yield [Sentence(tuple(words), segment)]


@pytest.mark.parametrize(("words", "count"), [(60, 1), (59, 0)])
def test_long_segments_are_told_before_they_are_parsed(tmp_path, caplog, words, count):
    parser = OneSentence(caplog)
    texts = ["Wort " * words] * 2 + ["Ein Wort"] * 8
    parse.parse_to_file(parser, texts, tmp_path / "x.conllu", suggest_units=True)
    assert parser.warnings == count
    told = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == count
    assert not count or told[0].startswith("2 of 10 segments have 60 words or more: distances")
