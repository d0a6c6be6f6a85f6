"""What every importer owes: the same segments from the same text, one a line, whatever the format."""

import csv
import gzip
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractors.core import registry
from extractors.core.errors import InputError
from extractors.inputs import importers
from extractors.inputs.places import parse
from extractors.inputs.reading import check_place, read_segments, state_of
from tests.libraries import sacrebleu_cache

HOSTILE = [
    "Für Ärzte gilt’s heute.",
    "Im Cafe\u0301 sagte er: \"Ja\", 'nein' <b>& Amen</b>; a#b, c:d",
    "",
    "eins\u2028zwei\u0085drei\u000bvier\u200b\ufeff",
    "Am Ende stehen Blanks, am Anfang keine.  ",
]
TAB = "Spalte eins\tSpalte zwei"
SET = "wmt20/robust/set1"


def same(text: str) -> str:
    return text


class Format(NamedTuple):
    """How a text is written so that an importer reads it, and what of it the format can hold.

    Attributes:
        write: writes segments into a folder and gives their place.
        kept: what is left of a segment.
        unfit: characters that the format cannot hold.
    """

    importer: str
    write: Callable[[Path, Sequence[str]], str]
    kept: Callable[[str], str] = same
    unfit: str = ""


def lines(segments: Sequence[str]) -> bytes:
    return "".join(f"{segment}\n" for segment in segments).encode()


def text(folder: Path, segments: Sequence[str]) -> str:
    (folder / "news.de").write_bytes(lines(segments))
    return f"{folder}/news.de"


def tsv(folder: Path, segments: Sequence[str]) -> str:
    (folder / "news.tsv").write_bytes(lines(["id\tde", *(f"{n}\t{s}" for n, s in enumerate(segments))]))
    return f"{folder}/news.tsv#de"


def csv_(folder: Path, segments: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["id", "de"], *enumerate(segments)])
    (folder / "news.csv").write_text(out.getvalue(), encoding="utf-8", newline="")
    return f"{folder}/news.csv#de"


def jsonl(folder: Path, segments: Sequence[str]) -> str:
    (folder / "news.jsonl").write_bytes(lines([json.dumps({"t": {"de": s}}, ensure_ascii=False) for s in segments]))
    return f"{folder}/news.jsonl#t.de"


def parquet(folder: Path, segments: Sequence[str]) -> str:
    pq.write_table(pa.table({"de": pa.array(segments, pa.string())}), folder / "news.parquet")
    return f"{folder}/news.parquet#de"


def tmx(folder: Path, segments: Sequence[str]) -> str:
    units = "".join(
        f'<tu><tuv xml:lang="de-DE"><seg>{escape(s)}</seg></tuv><tuv xml:lang="en"><seg>x</seg></tuv></tu>\n'
        for s in segments
    )
    (folder / "news.tmx.gz").write_bytes(gzip.compress(f'<tmx version="1.4"><body>{units}</body></tmx>'.encode()))
    return f"{folder}/news.tmx.gz#de"


def sacrebleu(folder: Path, segments: Sequence[str]) -> str:
    # The fixture `form` takes it back.
    sacrebleu_cache.look_in(folder, SET, patch=pytest.MonkeyPatch())
    sacrebleu_cache.add_plain(folder, SET, "en-de", source=segments, reference=segments)
    return f"sacrebleu:{SET}:en-de#ref"


def huggingface(folder: Path, segments: Sequence[str]) -> str:
    from tests.libraries import hub_data

    # The fixture `form` takes it back.
    pytest.MonkeyPatch().setattr("datasets.config.HF_DATASETS_CACHE", str(folder / "cache"))
    data = hub_data.save(folder / "data", {"train": {"de": segments, "en": segments}})
    hub_data.cache(folder / "cache", data, "Owner/data", commit=hashlib.sha1("\n".join(segments).encode()).hexdigest())
    return "huggingface:Owner/data:de-en:train#translation.de"


def testset(folder: Path, segments: Sequence[str]) -> str:
    (folder / "set/systems").mkdir(parents=True)
    (folder / "set/source.de").write_bytes(lines(segments))
    return f"testset:wmt24:{folder}/set#de-en#source"


# pytest takes functions whose names begin like this for tests.
testset.__test__ = False  # type: ignore[attr-defined]


# XML has no control characters but tab and line ends.
CONTROLS = "".join(map(chr, [*range(9), 11, 12, *range(14, 32)])) + "\ufffe\uffff"
FORMATS = [
    Format("text", text),
    Format("tsv", tsv, unfit="\t"),
    Format("tsv", csv_),
    Format("jsonl", jsonl),
    Format("parquet", parquet),
    Format("tmx", tmx, kept=lambda s: re.sub(r"[ \t]*\t[ \t]*", " ", s).strip(), unfit=CONTROLS),
    Format("sacrebleu", sacrebleu, kept=str.rstrip),
    Format("huggingface", huggingface),
    Format("testset", testset),
]


@pytest.fixture(params=FORMATS, ids=lambda f: f.write.__name__.strip("_"))
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Format:
    found: Format = request.param
    if found.importer == "huggingface":
        pytest.importorskip("datasets")
        monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", "nowhere")
    if found.importer == "sacrebleu":
        sacrebleu_cache.look_in(Path(), SET, patch=monkeypatch)
    return found


def fitting(form: Format, segments: Sequence[str]) -> list[str]:
    return [segment.translate(dict.fromkeys(map(ord, form.unfit))) for segment in segments]


def read(form: Format, folder: Path, segments: Sequence[str]) -> list[str]:
    return [segment for _, segment in read_segments(parse(form.write(folder, segments)))]


def test_all_importers_are_here() -> None:
    assert {form.importer for form in FORMATS} == set(registry.names(importers))


def test_hostile_segments_come_out_the_same(form: Format, tmp_path: Path) -> None:
    segments = fitting(form, [*HOSTILE, TAB])
    expected = [form.kept(unicodedata.normalize("NFC", segment)) for segment in segments]
    assert read(form, tmp_path, segments) == expected


# Line ends are what separates segments: a format that can hold them is tested by itself.
segments_of_any_kind = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=12), min_size=1, max_size=6
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(segments=segments_of_any_kind)
def test_any_segments_come_out_the_same(
    form: Format, tmp_path_factory: pytest.TempPathFactory, segments: list[str]
) -> None:
    if form.importer == "huggingface":
        pytest.skip("as parquet, and slow")
    segments = fitting(form, segments)
    if form.write is text or segments[0].startswith("\ufeff"):
        segments = ["first", *segments]  # a text without characters is refused, and a mark at its beginning dropped
    found = read(form, tmp_path_factory.mktemp("any"), segments)
    assert found == [form.kept(unicodedata.normalize("NFC", segment)) for segment in segments]


def test_what_is_not_here_is_refused_with_a_remedy(
    form: Format, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = form.write(tmp_path, HOSTILE[:1])
    check_place(parse(place))
    missing = place.replace(str(tmp_path), f"{tmp_path}/none")
    if form.importer == "sacrebleu":
        sacrebleu_cache.look_in(tmp_path / "none", SET, patch=monkeypatch)
    if form.importer == "huggingface":
        monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", str(tmp_path / "none"))
    for use in (check_place, read_segments):
        with pytest.raises(InputError) as caught:
            use(parse(missing))
        assert caught.value.remedy


def test_the_state_of_a_place_is_that_of_its_text(form: Format, tmp_path: Path) -> None:
    states = []
    for name, segments in (("a", ["eins", "zwei"]), ("b", ["eins", "zwei"]), ("c", ["eins", "drei"])):
        (tmp_path / name).mkdir()
        states.append(state_of(parse(form.write(tmp_path / name, segments))))
    if form.importer != "tmx":  # it has times inside
        assert states[0] == states[1]
    assert states[0] != states[2]
