"""The section of what is wrong with the inputs."""

import html
import re

from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.report.sections import inputs, render
from tests.builders import toy_results


def finding(text="systems/alpha", kind="truncated", of=""):
    lines = ["2", "5", "9", "12", "40"]
    return {"text": text, "finding": kind, "segments": 7, "share": 0.07, "of": of, "lines": lines}


def section(**changes):
    """The words of the section, and its HTML."""
    found = next(s for s in render(toy_results.results(**changes)) if s.id == "inputs")
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found.html).split())), str(found.html)


def test_every_kind_of_finding_has_words():
    meaning = next(column.meaning for column in INPUT_AUDIT.columns if column.name == "finding")
    assert sorted(inputs.MEANINGS) == sorted(re.split(r",\s+| or ", meaning))


def test_a_row_has_the_finding_the_text_the_count_and_the_first_lines():
    said, _ = section(audit=[finding()])
    assert "systems/alpha much shorter than expected 7 7.0 2, 5, 9, 12, 40, ..." in said
    assert "nothing was changed or left out." in said
    said, _ = section(audit=[finding("references/B", "edited_output", "systems/x")])
    assert "nothing was changed or left out, but for edited outputs in the human baseline." in said


def test_rows_stand_by_finding_and_then_by_text():
    rows = [finding(), finding("systems/beta", "empty"), finding("source", "empty")]
    _, text = section(audit=rows)
    places = [text.index(f">{name}<") for name in ("source", "systems/beta", "systems/alpha")]
    assert places == sorted(places)


def test_what_was_found_is_no_markup():
    _, text = section(audit=[finding(kind="placeholder", of="<img src=x>")], trail={"<b>x</b>": 1})
    assert "<img" not in text
    assert "<b>" not in text


def test_clean_inputs_and_inputs_that_nobody_looked_at_are_told_apart():
    assert "Nothing was found." in section(audit=[])[0]
    assert "The texts were not looked at" in section(audit=None)[0]


def test_the_audit_trail_of_a_test_set_is_summed_up():
    trail = {f"problem {n}": 10 - n for n in range(7)}
    said, _ = section(audit=[], trail=trail)
    assert "49 lines of the test set's files have no place" in said
    assert "problem 0 (10 lines)" in said
    assert "9 more, in test_set/audit_trail.csv" in said
    assert "test set's files" not in section(audit=[])[0]
