"""The page of a suite as a file: its size, its policy, what it says without scripts."""

import pytest

from challenge_sets_suites.report import suite_page
from challenge_sets_suites.report.suite_results import read_suite_results
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError
from extractors.report.page import MEGABYTE
from tests.builders import suite_results
from tests.builders.rows import table_of
from tests.unit.report.test_page import HOSTILE, Elements, words


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return suite_results.small(tmp_path_factory.mktemp("small") / "small")


def text_of(folder, **settings):
    output = folder / "report.html"
    size = suite_page.write(folder, output, ReportSettings(**settings))
    assert size == output.stat().st_size
    return output.read_text(encoding="utf-8")


def test_two_pages_are_the_same_bytes(small):
    assert text_of(small) == text_of(small)


def test_the_page_asks_for_nothing_outside_and_allows_its_own_scripts_alone(small):
    Elements(text_of(small)).assert_closed()


def test_without_scripts_there_are_findings_systems_and_accuracies(small):
    said = words(text_of(small))
    assert "100.0\u00a0% of 3 items decided for every system".replace("\u00a0", " ") in said
    assert "alpha 100.0 43.9 to 100.0 83.3 100.0 6 5 0 1 0" in said
    assert "nouns 3 100.0 66.7–100.0 100.0 66.7–100.0 33.3" in said
    assert "Items 6, of 6 source texts" in said
    assert "To be judged by a person 2 different outputs are undecided." in said


def test_every_part_can_be_skipped_to(small):
    elements = Elements(text_of(small))
    skips = [a["href"][1:] for tag, a in elements.found if tag == "a" and a.get("class") == "skip"]
    assert skips == [name for name, _ in suite_page.sections(read_suite_results(small))]
    assert set(skips) <= {a["id"] for _, a in elements.found if "id" in a}


def test_names_are_text(tmp_path):
    def page(name):
        items = [
            Item(item=f"{name}{i}", sentence=i, source=name, category=f"{name}{i}", phenomenon=name) for i in (0, 1)
        ]
        rows = [
            suite_results.judgment(item.item, f"{name} {system}", name, "undecided" if item.sentence else "right", name)
            for system in "ab"
            for item in items
        ]
        return text_of(suite_results.make(tmp_path / str(len(name)), items, table_of(JUDGMENTS, rows)))

    hostile, plain = page(HOSTILE), page("plain")
    assert HOSTILE not in hostile
    assert {tag for tag, _ in Elements(hostile).found} == {tag for tag, _ in Elements(plain).found}


def test_charts_are_in_the_page_only_where_there_is_something_to_plot(tmp_path):
    folder = suite_results.large(tmp_path / "large", items=20, phenomena=2, systems=3)
    assert "vegaEmbed" in text_of(folder)
    assert Elements(text_of(folder)).data("suite")["chart"]["layer"]
    plain = suite_results.make(
        tmp_path / "plain",
        [Item(item="1", sentence=0, source="S", phenomenon="x")],
        table_of(JUDGMENTS, [suite_results.judgment("1", "a", "b", "right", "c")]),
    )
    text = text_of(plain, megabytes=0.2)
    assert "vegaEmbed" not in text
    assert 'id="plots"' not in text
    assert 'id="pairs"' not in text
    assert Elements(text).data("suite")["chart"] is None


def test_a_page_is_never_larger_than_it_may_be(tmp_path):
    folder = suite_results.large(tmp_path / "large", items=3000, phenomena=10, systems=3)
    sizes = {}
    for megabytes in (1.05, 10):
        text = text_of(folder, megabytes=megabytes, examples=1000)
        sizes[megabytes] = len(text.encode())
        payload = Elements(text).data("items")
        assert sizes[megabytes] <= megabytes * MEGABYTE
        assert (len(payload["items"]) == 3000) == (megabytes == 10)
    assert sizes[1.05] > 1_000_000


def test_a_page_that_cannot_be_so_small_is_refused(small):
    with pytest.raises(InputError, match=r"a page without any item has \d\.\d million bytes"):
        text_of(small, megabytes=0.1)


def test_a_table_that_is_missing_is_named(tmp_path):
    folder = suite_results.small(tmp_path / "small")
    (folder / "suite_comparisons.parquet").unlink()
    with pytest.raises(InputError, match=r"suite_comparisons\.parquet"):
        suite_page.write(folder, tmp_path / "x.html", ReportSettings())


def test_tables_of_outputs_may_be_absent(tmp_path):
    folder = suite_results.small(tmp_path / "small")
    (folder / "outputs_found.parquet").unlink()
    assert "several outputs" not in words(text_of(folder))
