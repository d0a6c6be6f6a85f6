"""The section about errors that people marked: which rows it shows, and that it is left out without them."""

from extractors.formats.human_errors import HUMAN_ERRORS
from extractors.report import sections
from tests.builders import toy_results
from tests.builders.rows import blank


def row(phenomenon, difference, *, system=None, severity="all", distance=0, too_small=False, p=0.01):
    ends = {} if too_small else {"difference_low": difference - 0.05, "difference_high": difference + 0.05, "p": p}
    return (
        blank(HUMAN_ERRORS)
        | {"annotation": "mqm", "system": system, "phenomenon": phenomenon, "kind": "minimum", "n": 40}
        | {"distance_from": distance, "severity": severity, "category": "all", "too_small": too_small}
        | {"rate": 0.25, "chance": 0.125, "control": 0.25 - difference, "difference": difference}
        | ends
    )


def rendered(*rows):
    found = {section.id: str(section.html) for section in sections.render(toy_results.results(human_errors=list(rows)))}
    return found.get("human_errors")


def test_without_marked_errors_there_is_no_section():
    assert rendered() is None


def test_it_shows_all_systems_at_the_tested_distance_the_largest_difference_first():
    html = rendered(
        row("easy", -0.03, p=0.4),
        row("hard", 0.1),
        row("hard", 0.2, distance=2),
        row("hard", 0.3, severity="major"),
        row("hard", 0.15, system="alpha"),
        row("rare", 0.05, too_small=True),
    )
    assert "outputs of 1 system, or" in html
    assert html.index("+10.0*") < html.index("-3.0<")
    assert "[+5.0, +15.0]" in html
    assert html.count("<tr>") == 3


def test_p_is_that_of_conclusions_and_of_one_annotation():
    html = rendered(row("easy", -0.03, p=0.4), row("hard", 0.1), row("hard", 0.2) | {"annotation": "esa", "n": 30})
    # Of two phenomena.
    assert "<td>+10.0*</td><td>[+5.0, +15.0]</td><td>0.020</td>" in html
    assert "<td>+20.0</td><td>[+15.0, +25.0]</td><td></td>" in html


def test_an_annotation_with_too_few_segments_says_so():
    assert "Annotation mqm: no phenomenon has 30 segments" in rendered(row("rare", 0.05, too_small=True))


def test_where_human_translations_were_rated_the_star_is_of_what_is_beyond_them():
    of_people = {"humans": 0.08, "beyond": 0.02, "beyond_low": -0.01, "beyond_high": 0.05, "beyond_p": 0.3}
    html = rendered(row("hard", 0.1) | of_people, row("easy", 0.1))
    assert "<td>+10.0</td><td>+8.0</td><td>+2.0</td><td>[-1.0, +5.0]</td>" in html
    assert "<td>+10.0*</td><td></td><td></td><td>[+5.0, +15.0]</td>" in html
