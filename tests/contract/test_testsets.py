"""What every reader of test sets owes: texts and scores that fit each other, and file and line of what it refuses."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.inputs import testsets
from extractors.inputs.evaluation_sets import files_of_set, read_set, read_texts_of_set, readers_of
from extractors.inputs.testsets._scores import ScoreReader
from tests.builders import test_sets as build


class Case(NamedTuple):
    """A format, how a small set is written in it, and what is to be found.

    Attributes:
        scores: how many, by name.
        errors: how many errors were marked.
        cut: the file that is then cut in the middle of its last line.
    """

    format: str
    write: Callable[[Path], str]
    segments: int
    systems: int
    scores: dict[str, int]
    errors: int
    cut: str


CASES = [
    Case("wmt", build.wmt24, 3, 2, {}, 0, "systems/bad.de"),
    Case("wmt", build.mteval, 3, 2, {"da": 7, "Owl-refA": 6, "mqm": 2}, 2, "human-scores/en-de.da.seg.score"),
    Case("wmt", build.packed, 3, 2, {"da": 7, "Owl-refA": 6, "mqm": 2}, 2, "set.tar.gz"),
    Case("genmt", build.genmt, 2, 2, {"Owl": 1, "MetricX-24": 2}, 0, "automatic_scores/good.jsonl"),
    Case("wmtqe", build.wmtqe, 3, 1, {"da": 2}, 0, "test.pe"),
    Case("wmtitems", build.humeval, 3, 2, {"esa": 4}, 2, "humeval.jsonl"),
    Case("wmtitems", build.mteval26, 3, 2, {}, 0, "mteval-test26.jsonl"),
    Case("wmtxml", build.wmtxml, 3, 2, {}, 0, "set.xml"),
    Case("mqm", build.mqm, 2, 2, {"mqm": 5}, 4, "mqm.tsv"),
    Case("avgmqm", build.avgmqm, 3, 2, {"mqm": 2}, 0, "avg_seg_scores.tsv"),
    Case("esa", build.esa, 3, 2, {"esa": 3}, 2, "esa.csv"),
    Case("pearmut", build.pearmut, 3, 2, {"pearmut": 2}, 2, "owls.jsonl"),
    Case("segscore", build.segscore, 3, 2, {"Owl": 7}, 0, "en-de.Owl.seg.score"),
    Case("segrating", build.segrating, 3, 2, {"mqm": 2}, 2, "en-de.mqm.seg.rating"),
    Case("comet", build.comet, 3, 2, {"COMET": 6}, 1, "comet.json"),
    Case("metricx", build.metricx, 3, 2, {"MetricX": 6}, 0, "metricx/bad.jsonl"),
]


@pytest.fixture(params=CASES, ids=lambda case: case.write.__name__)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def test_all_formats_are_here() -> None:
    assert {case.format for case in CASES} == set(registry.names(testsets))


def test_a_set_has_what_was_written(case: Case, tmp_path: Path) -> None:
    found = read_set(case.write(tmp_path))
    assert len(found.segments) == case.segments
    assert set(found.systems) == ({"mt"} if case.format == "wmtqe" else {"good", "bad"})
    made = {f"{name}_error_free": len(of.values) for name, of in found.ratings.items() if of.values}
    assert {name: len(of.values) for name, of in found.scores.items()} == case.scores | made
    errors = [error for of in found.ratings.values() for rating in of.values for error in rating.errors]
    assert len(errors) == case.errors


def test_texts_scores_and_spans_fit_each_other(case: Case, tmp_path: Path) -> None:
    found = read_set(case.write(tmp_path))
    n = len(found.segments)
    assert len({segment.id for segment in found.segments}) == n
    for name, translation in found.translations.items():
        assert len(translation.texts) == len(translation.lines) == n, name
    for of in found.scores.values():
        assert all(score.system in found.translations and 0 <= score.segment < n for score in of.values)
    for ratings in found.ratings.values():
        for rating in ratings.values:
            for error in rating.errors:
                text = found.segments[rating.segment].source
                if not error.in_source:
                    text = found.translations[rating.system].texts[rating.segment]
                assert error.start is None or 0 <= error.start <= error.end <= len(text)


def test_what_it_reads_is_among_its_files(case: Case, tmp_path: Path) -> None:
    place = case.write(tmp_path)
    files = files_of_set(place)
    assert all(file.is_file() for file in files)
    found = read_set(place)
    read = {segment.line.path for segment in found.segments} | {
        line.path for of in found.translations.values() for line in of.lines if line.number is not None
    }
    assert {Path(str(path).partition("#")[0]) for path in read} <= set(files)


def test_an_output_that_comes_later_is_found(tmp_path: Path) -> None:
    place = CASES[0].write(tmp_path)
    before = files_of_set(place)
    output = next(file for file in before if file.name == "bad.de")
    output.with_name("later.de").write_bytes(output.read_bytes())
    assert set(files_of_set(place)) == {*before, output.with_name("later.de")}
    output.unlink()
    assert output not in files_of_set(place)


def test_the_first_output_of_an_empty_folder_is_found(tmp_path: Path) -> None:
    place = CASES[0].write(tmp_path)
    outputs = [file for file in files_of_set(place) if file.parent.name == "systems"]
    texts = {file: file.read_bytes() for file in outputs}
    for file in outputs:
        file.unlink()
    assert not set(outputs) & set(files_of_set(place))
    for file, text in texts.items():
        file.write_bytes(text)
    assert set(outputs) <= set(files_of_set(place))


def test_texts_alone_are_the_same_texts(case: Case, tmp_path: Path) -> None:
    place = case.write(tmp_path)
    whole, texts = read_set(place), read_texts_of_set(place)
    assert (whole.segments, whole.references, whole.systems) == (texts.segments, texts.references, texts.systems)


def test_a_cut_file_is_refused_with_file_and_remedy(case: Case, tmp_path: Path) -> None:
    place = case.write(tmp_path)
    path = tmp_path / case.cut
    data = path.read_bytes()
    last = data.rstrip(b"\r\n").rfind(b"\n") + 1
    # A file of whole lines is too short; of an archive, one half is lost.
    middle = len(data) // 2 if path.suffix == ".gz" else (last + len(data)) // 2
    whole_lines = case.cut in ("systems/bad.de", "human-scores/en-de.da.seg.score", "en-de.Owl.seg.score", "test.pe")
    path.write_bytes(data[: last if whole_lines else middle])
    state.cache_clear()
    with pytest.raises(InputError) as caught:
        read_set(place)
    assert caught.value.remedy
    assert str(path) in str(caught.value.path)
    assert caught.value.line or case.cut.endswith(".gz")


def test_a_file_that_is_not_there_is_refused(case: Case, tmp_path: Path) -> None:
    place = case.write(tmp_path).replace(str(tmp_path), f"{tmp_path}/none")
    with pytest.raises(InputError) as caught:
        read_set(place)
    assert caught.value.remedy
    assert caught.value.path


def test_scores_without_texts_are_refused(case: Case, tmp_path: Path) -> None:
    place = case.write(tmp_path)
    reader = readers_of(place)[-1]
    if not isinstance(reader, ScoreReader):
        return
    alone = place.partition(" + ")[2]
    with pytest.raises(InputError, match="no texts") as caught:
        read_set(alone)
    assert "wmt24:" in str(caught.value.remedy)
