import re

import pytest

from extractors.formats import tables
from extractors.formats.atlas import ATLAS, ATLAS_EFFECTS, ATLAS_MODERATORS, ATLAS_SYSTEMS
from extractors.phenomena import DEFAULT_FILE
from extractors.report import charts
from extractors.report.atlas_charts import ALIKE, THESE, draw_atlas, forest_rows, heat_map_rows
from extractors.report.atlas_page import colour, write_atlas
from extractors.report.pooled_effects import read_groups
from tests.builders.rows import table_of

KEY = {"source_language": "en", "phenomenon": "particle_verb", "metric": "chrf"}
POOLED = KEY | {
    **{"sources": 2, "corpora": 2, "n": 60, "effect": -0.2, "low": -0.9, "high": 0.5, "p": 0.2, "p_bh": 0.2},
    **{"tau": 0.1, "i2": 0.4, "prediction_low": -2.0, "prediction_high": 1.6},
    **{"here": -0.2, "here_low": -0.3, "here_high": -0.1, "here_p": 0.001, "here_p_bh": 0.001},
}


def single(corpus, effect, error):
    return KEY | {
        **{"corpus": corpus, "source": corpus, "target_language": "de", "year": 2024, "distance": 0, "systems": 3},
        **{"n": 30, "difference": effect * 10, "effect": effect, "standard_error": error},
    }


CELLS = [single("news", -0.25, 0.1), single("talks", -0.15, None)]

SYSTEM = KEY | {
    **{"system": "ONLINE-B", "sources": 2, "corpora": 2, "n": 60},
    **{"effect": -0.31, "low": -0.52, "high": -0.1, "p": 0.004, "p_bh": 0.03},
}


@pytest.fixture
def places(tmp_path):
    found = []
    for form, rows in ((ATLAS, [POOLED]), (ATLAS_EFFECTS, CELLS), (ATLAS_SYSTEMS, [SYSTEM]), (ATLAS_MODERATORS, [])):
        tables.write(table_of(form, rows), tmp_path / form.file)
        found.append(tmp_path / form.file)
    return found


def page(places, **changed):
    options = {"reports": {}, "has_examples": True, "charts": None, "alpha": 0.05} | changed
    output = places[0].parent / "atlas.html"
    assert write_atlas(*places, DEFAULT_FILE, output, **options) == output.stat().st_size
    return output.read_text(encoding="utf-8")


def addresses(text):
    return re.findall(r'href="([^"]+)"', text)


def test_a_cell_leads_to_the_phenomenon_and_its_examples(places):
    found = addresses(page(places, reports={"news": "../news/report.html"}))
    assert "../news/report.html#phenomenon-particle_verb" in found
    assert "../news/report.html#examples?phenomenon=particle_verb" in found
    assert not [one for one in found if "talks" in one]
    without = addresses(page(places, reports={"news": "../news/report.html"}, has_examples=False))
    assert not [one for one in without if "examples" in one]


def test_a_page_without_reports_and_charts_has_no_links(places):
    assert addresses(page(places)) == []


def test_cells_tell_n_corpora_interval_and_p(places):
    text = page(places)
    assert 'title="n 30, 95 % [-0.45, -0.05]">-0.25</td>' in text
    assert '<th scope="col">ONLINE-B</th>' in text
    assert 'title="n 60, corpora 2, 95 % [-0.52, -0.10], p (BH) 0.030">-0.31*</td>' in text


def test_each_view_leads_to_files_that_are_drawn(places, tmp_path):
    (tmp_path / "charts").mkdir()
    assert draw_atlas(*places[:2], DEFAULT_FILE, tmp_path / "charts", alpha=0.05) == 2
    found = addresses(page(places, charts="charts"))
    assert len(found) == 8
    for one in found:
        assert (tmp_path / one).stat().st_size > 1000
    assert "<title>" in (tmp_path / "charts/en-chrf/particle_verb.svg").read_text()


def test_the_rows_of_the_charts(places):
    (group,) = read_groups(*places[:2], DEFAULT_FILE)
    cells = {row["system"]: row for row in heat_map_rows(group, 0.05)}
    assert [(name, row["text"], row["significant"]) for name, row in cells.items()] == [
        (THESE, "-0.20", True),
        ("news", "-0.25", False),
        ("talks", "-0.15", False),
    ]
    forest = {row["system"]: row for row in forest_rows(group, group.rows[0], 0.05)}
    assert (forest[THESE]["low"], forest[THESE]["state"], forest[THESE]["all"]) == (-0.3, charts.WORSE, True)
    assert (forest[ALIKE]["low"], forest[ALIKE]["state"]) == (-0.9, charts.UNCLEAR)
    assert forest["news"]["low"] == pytest.approx(-0.446)
    assert (forest["talks"]["low"], forest["talks"]["state"], forest["talks"]["all"]) == (None, charts.UNTESTED, False)


def test_the_page_opens_on_systems_beside_people_year_by_year(places):
    assert "year by year" not in page(places)
    cells = [
        single("news", effect, 0.1) | {"metric": f"chrf-{who}", "year": year}
        for year in (2023, 2024)
        for who, effect in (("systems", -0.3), ("humans", -0.2))
    ]
    tables.write(table_of(ATLAS_EFFECTS, [*CELLS, *cells]), places[1])
    text = page(places)
    assert text.index("Systems and human translations, year by year: source language en, chrf") < text.index("<details")
    (panel,) = re.findall(r'<svg class="years".*?</svg>', text, re.DOTALL)
    assert re.findall(r'<circle class="(\w+)"', panel) == ["systems", "people"] * 2
    assert re.findall(r"<text[^>]*>(\d+)</text>", panel) == ["2023", "2024"]
    assert "news, human translations: -0.20, n 30" in panel
    heights = [float(y) for y in re.findall(r'<circle class="\w+" cx="[\d.]+" cy="([\d.]+)"', panel)]
    assert heights[0] > heights[1]
    # The table of effects is of the metrics themselves.
    assert text.count("<summary>Source language en, chrf:") == 1


def test_the_primary_metric_beyond_people_comes_first_and_few_segments_are_pale(tmp_path):
    metrics = ("bleu", "chrf", "bleu-beyond", "chrf-beyond")
    for form, rows in ((ATLAS, [POOLED]), (ATLAS_EFFECTS, CELLS)):
        every = [row | {"metric": metric} for metric in metrics for row in rows]
        tables.write(table_of(form, every), tmp_path / form.file)
    groups = read_groups(tmp_path / ATLAS.file, tmp_path / ATLAS_EFFECTS.file, DEFAULT_FILE)
    assert [group.metric for group in groups] == ["chrf-beyond", "chrf", "bleu-beyond", "bleu"]
    shares = [int(re.search(r"(\d+)%", colour(-0.2, n))[1]) for n in (3, 15, 30, 300)]
    assert shares == sorted(shares)
    assert shares[1] * 2 == pytest.approx(shares[2], abs=1)
    assert shares[2] == shares[3]
