"""Large corpora are cut into shards of whole blocks, and what shards make is put together byte by byte."""

import logging
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.extract import align, parse
from extractors.extract.shards import SEGMENTS_A_BLOCK, blocks, of_job, shards
from extractors.formats import conllu, tables
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Sentence, Word
from extractors.models.aligners import Aligner
from extractors.models.parsers import Parser
from extractors.models.tool_settings import AlignerSettings

TOTAL = 3 * SEGMENTS_A_BLOCK + 40
TEXTS = [
    "" if n % 7 == 3 or SEGMENTS_A_BLOCK <= n < 2 * SEGMENTS_A_BLOCK else f"Satz {n} . Ende ." if n % 3 else f"Satz {n}"
    for n in range(TOTAL)
]
"""Some segments are empty, a whole block among them, and many have two sentences."""
CUTS = pytest.mark.parametrize("count", [1, 3, 9])


class BatchParser(Parser):
    """Its confidences depend on all segments that it is given at once, as a network's do on its batch."""

    def __init__(self):
        self.given = []

    signature = "batch:1"

    def parse(self, segments):
        self.given.append(len(segments))
        sure = (sum(map(len, segments)) % 997) / 1000
        for segment in segments:
            sentences = [words for words in (part.split() for part in re.split(r"(?<=\.) ", segment)) if words]
            yield [
                Sentence(
                    tuple(Word(w, w, "X", "_", "_", int(n > 0), "dep", confidence=sure) for n, w in enumerate(words)),
                    " ".join(words),
                )
                for words in sentences
            ]


class BatchAligner(Aligner):
    """Its links depend on all pairs that it is given at once; it tells of the pairs with a word of its own."""

    def __init__(self):
        self._aligned, self._odd = 0, []

    signature = "batch:1"

    def align_with_confidence(self, pairs, *, before=0):  # noqa: ARG002
        shift = sum(len(source) for source, _ in pairs)
        for source, target in pairs:
            self._odd += [self._aligned] * ("1570" in source)
            self._aligned += 1
            links = [(i, (i + shift) % len(target)) for i in range(len(source)) if target]
            yield links, [None] * len(links)

    def tell(self, name="{}".format):
        if self._odd:
            logging.getLogger("extractors").warning("odd: %s", name(self._odd[0]))
        self._aligned, self._odd = 0, []


def cut(total, count):
    """Yield the segments of each shard."""
    return (of_job({"shard": f"{number}-of-{count}"}, total) for number in range(1, count + 1))


@given(st.integers(0, 6 * SEGMENTS_A_BLOCK), st.integers(1, 9))
def test_shards_are_the_corpus_in_order_and_end_with_blocks(total, count):
    parts = list(cut(total, count))
    assert [n for part in parts for n in part] == list(range(total))
    assert all(part.start % SEGMENTS_A_BLOCK == 0 for part in parts if part)
    every = [block for part in parts for block in blocks(part)]
    assert every == blocks(range(total))


@given(st.integers(0, 100_000), st.integers(1, 100_000))
def test_no_shard_is_larger_than_asked_for_but_by_its_last_block(total, size):
    found = shards(total, size)
    assert max(len(of_job({"shard": name}, total)) for name in found) < size + SEGMENTS_A_BLOCK
    assert len(shards(size, size)) == 1


def whole_parse(folder, parser=None):
    parse.parse_to_file(parser or BatchParser(), TEXTS, folder / "whole.conllu.gz", suggest_units=True)
    return folder / "whole.conllu.gz"


@pytest.fixture(scope="module")
def parsed(tmp_path_factory):
    return whole_parse(tmp_path_factory.mktemp("parse"))


@CUTS
def test_parses_of_shards_joined_are_the_bytes_of_the_parse_of_the_whole(tmp_path, parsed, caplog, count):
    parts = []
    for number, segments in enumerate(cut(TOTAL, count)):
        parts.append(tmp_path / f"{number}.conllu.gz")
        parse.parse_to_file(BatchParser(), TEXTS[segments.start : segments.stop], parts[-1], first=segments.start)
    parse.join_parses(parts, tmp_path / "joined.conllu.gz", segments=TOTAL, suggest_units=True)
    assert (tmp_path / "joined.conllu.gz").read_bytes() == parsed.read_bytes()
    several = sum(text.count(".") == 2 for text in TEXTS)
    assert f"{several} of {TOTAL} segments hold several sentences" in caplog.text


def test_a_parser_is_given_blocks_and_one_that_must_see_all_all(tmp_path):
    parser, of_all = BatchParser(), BatchParser()
    of_all.needs_whole_corpus = True
    whole_parse(tmp_path, parser)
    whole_parse(tmp_path, of_all)
    assert parser.given == [SEGMENTS_A_BLOCK] * 3 + [40]
    assert of_all.given == [TOTAL]


@pytest.mark.parametrize("segments", [range(TOTAL), range(5, 6), range(512, 1024), range(700, 1100), range(1536, 9999)])
def test_the_parse_of_some_segments_is_found_in_that_of_all(parsed, segments):
    part = conllu.read_some(parsed, segments)
    surface = conllu.read(parsed).surface
    assert part.surface == {n: tokens for n, tokens in surface.items() if n in segments}


@pytest.mark.parametrize("segments", [range(1100, 1300), range(1300)])
def test_an_error_in_a_shard_has_the_line_of_the_whole_file(tmp_path, parsed, segments):
    text = conllu.read_text(parsed)
    line = next(n for n, row in enumerate(text.split("\n"), 1) if "Satz 1201" in row) + 1
    rows = text.split("\n")
    rows[line - 1] = rows[line - 1].replace("\t", " ")
    (tmp_path / "bad.conllu").write_text("\n".join(rows))
    with pytest.raises(InputError) as caught:
        conllu.read_some(tmp_path / "bad.conllu", segments)
    assert caught.value.line == line


def links(parsed, segments, kind):
    corpus = Corpus("de", "en", TEXTS[segments.start : segments.stop], {})
    texts = {name: [f"{name} x {text}" for text in corpus.source] for name in ("B", "A")}
    treebank = align.parse_of(parsed, segments, TOTAL)
    settings = AlignerSettings(aligner="simalign", references=("B", "A"))
    if kind == "outputs":
        return align.align_outputs(corpus, treebank, texts, settings, first=segments.start)
    corpus = Corpus("de", "en", corpus.source, texts)
    return align.align_corpus(corpus, treebank, settings, first=segments.start)


@CUTS
@pytest.mark.parametrize("kind", ["references", "outputs"])
def test_links_of_shards_joined_are_the_bytes_of_those_of_the_whole(tmp_path, parsed, monkeypatch, caplog, count, kind):
    monkeypatch.setattr(align, "create_aligner", lambda *_, **__: BatchAligner())
    tables.write(links(parsed, range(TOTAL), kind), tmp_path / "whole.parquet")
    told = "odd: segment 1570" + " of B" * (kind == "outputs")
    assert told in caplog.text
    caplog.clear()
    parts = []
    for number, segments in enumerate(cut(TOTAL, count)):
        parts.append(tmp_path / f"{number}.parquet")
        tables.write(links(parsed, segments, kind), parts[-1])
    references = ["B", "A"] if kind == "references" else []
    align.join_links(parts, tmp_path / "joined.parquet", references=references)
    assert (tmp_path / "joined.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert told in caplog.text


def test_shards_that_were_aligned_in_other_ways_are_refused(tmp_path, parsed, monkeypatch):
    monkeypatch.setattr(align, "create_aligner", lambda *_, **__: BatchAligner())
    table = links(parsed, range(512), "outputs")
    tables.write(table, tmp_path / "1.parquet")
    tables.write(tables.with_metadata(table, aligner="other:2"), tmp_path / "2.parquet")
    with pytest.raises(InputError, match="not aligned in the same way"):
        align.join_links([tmp_path / "1.parquet", tmp_path / "2.parquet"], tmp_path / "joined.parquet")


def test_a_shard_of_the_parse_of_another_text_is_refused(parsed):
    corpus = Corpus("de", "en", ["Anderes"] * 512, {})
    with pytest.raises(InputError, match="segment 512"):
        align.check_parse(align.parse_of(parsed, range(512, 1024), TOTAL), corpus.source, first=512)
    with pytest.raises(InputError, match=f"only {TOTAL - 1} segments|has segment {TOTAL - 1}"):
        align.check_parse(align.parse_of(parsed, range(1536, TOTAL), TOTAL), TEXTS[1536:-1], first=1536)


def test_segments_are_found_wherever_they_stand(parsed, monkeypatch):
    wanted = {0, 5, 700, 1201, TOTAL - 1, TOTAL + 5}
    every = conllu.read(parsed).surface
    text = conllu.read_text(parsed)
    # Parts that end inside a sentence, as those of a large file do.
    monkeypatch.setattr(conllu, "text_parts", lambda _: text.splitlines(keepends=True))
    some = conllu.read_some(parsed, wanted)
    assert some.surface == {number: tokens for number, tokens in every.items() if number in wanted}
    assert not len(conllu.read_some(parsed, set()))
