"""Sets that were published in the first layout are still scored with, rebuilt and read as suites."""

import json

import pyarrow as pa
import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.published import PUBLISHED_HITS
from extractors.formats.scores import SCORES
from extractors.publish import checksums, description, layout, read
from extractors.suites.formats.published import Published


def test_the_numbers_are_those_of_its_own_scores(first_format, tmp_path):
    outputs = [str(first_format / f"texts/{name}.txt") for name in ("good", "bad")]
    trends = ("--trends", str(tmp_path / "trends.csv"))
    assert cli.main(["score", str(first_format / "full"), *outputs, *trends, "-o", str(tmp_path / "s.csv")]) == 0
    rows = tables.read(SCORES, tmp_path / "s.csv").to_pylist()
    own = tables.read(SCORES, first_format / "full/scoring/scores.csv").to_pylist()
    keys = ("system", "phenomenon", "minimum_distance", "metric", "n")
    numbers = ("score", "score_low", "control_mean", "difference")
    assert [[row[key] for key in keys] for row in rows] == [[row[key] for key in keys] for row in own]
    for row, other in zip(rows, own, strict=True):
        assert [row[name] for name in numbers] == pytest.approx([other[name] for name in numbers], nan_ok=True)
    assert (tmp_path / "trends.csv").is_file()


def test_accuracy_needs_evidence_which_it_has_not(first_format, tmp_path, capsys):
    arguments = ["accuracy", first_format / "full", first_format / "texts/good.txt", "-o", tmp_path / "a.csv"]
    assert cli.main([*map(str, arguments)]) == 1
    assert "remedy: publish the set again" in capsys.readouterr().err


def test_ids_are_rebuilt_as_a_set_of_this_layout(first_format, tmp_path):
    texts = first_format / "texts"
    references = [part for name in "AB" for part in ("--reference", f"{name}={texts / name}.txt")]
    arguments = ["rebuild", first_format / "ids", "--source", texts / "source.txt", *references, "-o", tmp_path / "set"]
    assert cli.main([*map(str, arguments)]) == 0
    described = description.read(tmp_path / "set")
    assert (described.version_of_layout, described.target_reference) == (layout.FORMAT, "A")
    made = read.of_folder(tmp_path / "set", described, texts=True)
    old = description.read(first_format / "full")
    published = read.of_folder(first_format / "full", old, texts=True)
    columns = [(column.name, "ascending") for column in PUBLISHED_HITS.columns[:3]]
    assert len(made) == 35
    assert made.sort_by(columns).to_pylist() == published.sort_by(columns).to_pylist()
    assert checksums.changed(tmp_path / "set") == []
    # Its requests stand in dataset.json still, as nothing else says them.
    assert not (tmp_path / "set" / layout.REQUESTS).exists()
    assert json.loads((tmp_path / "set" / layout.DESCRIPTION).read_text())["phenomena"][0]["requests"]
    assert cli.main(["score", str(tmp_path / "set"), str(texts / "good.txt"), "-o", str(tmp_path / "s.csv")]) == 0


def test_it_is_a_suite(first_format):
    suite = Published().read(first_format / "full" / layout.DESCRIPTION)
    assert len(suite.items) == 35
    assert {item.distance for item in suite.items} <= set(range(10))
    assert all(item.source and item.reference for item in suite.items)


def test_hits_of_both_layouts_have_the_same_columns(run, first_format):
    of_first = read.read(first_format / "full", hits=True).hits()
    of_now = read.read(run / "full", hits=True).hits()
    assert of_first.column_names == of_now.column_names
    assert {"segment_id", "phenomenon", "distance_set", "head", "dependent"} <= set(of_now.column_names)
    assert isinstance(of_first, pa.Table)


def test_a_phenomenon_may_have_a_name_there_that_it_may_not_have_now(first_format):
    path = first_format / "full" / layout.DESCRIPTION
    path.write_text(path.read_text().replace('"id": "reordering"', '"id": "sets"'))
    assert description.read(first_format / "full").phenomena[1]["id"] == "sets"
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(InputError, match="'sets' has a name that a published set cannot have"):
        description.read(first_format / "full")
