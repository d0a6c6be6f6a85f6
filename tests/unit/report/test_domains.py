"""The section on phenomena by domain."""

import dataclasses

from extractors.formats.domains import DOMAIN_EFFECTS
from extractors.report import sections
from extractors.report.sections import domains
from tests.builders import toy_results
from tests.builders.rows import blank


def row(domain, phenomenon, hits, difference=None, large=False, *, metric="bleu"):
    of_cell = {"domain": domain, "phenomenon": phenomenon, "metric": metric, "hits": hits, "n": hits}
    of_cell |= {"segments": 1200 if domain == "news" else 1, "words": 30000, "hits_per_1000_words": hits / 30}
    compared = {"score": 20.04, "control": 20.04 - (difference or 0), "difference": difference}
    compared |= {"difference_low": (difference or 0) - 1, "difference_high": (difference or 0) + 1}
    return blank(DOMAIN_EFFECTS) | of_cell | {"too_small": not large} | (compared if difference is not None else {})


ROWS = [
    row("news", "easy", 31, -0.34, True),
    row("R&D <b>", "easy", 1, -8.0),
    row("news", "hard", 60, -4.5, True),
    row("R&D <b>", "hard", 0),
    row("news", "absent", 0),
    row("R&D <b>", "absent", 0),
    row("news", "easy", 31, 9.9, True, metric="ter"),
]
RESULTS = toy_results.results(domains=ROWS)


def html(results):
    return next((section.html for section in sections.render(results) if section.id == "domains"), None)


def test_a_corpus_without_domains_has_no_such_section():
    assert html(toy_results.results()) is None
    assert [section.id for section in sections.render(RESULTS)].index("domains") == 2


def test_a_cell_has_the_rate_and_what_it_costs_where_that_was_tested():
    found = domains.content(RESULTS)
    # Most hits first; what no domain has is counted.
    assert (list(found["shown"]), found["empty"]) == (["hard", "easy"], 1)
    cells = {
        (name, domain): (found["rate"](cell), found["cost"](cell))
        for name, of_phenomenon in found["shown"].items()
        for domain, cell in of_phenomenon.items()
    }
    assert cells == {
        ("hard", "news"): ("2.0", "-4.5"),
        ("hard", "R&D <b>"): ("0.0", ""),
        ("easy", "news"): ("1.0", "-0.3"),
        ("easy", "R&D <b>"): ("0.0", ""),
    }


def test_a_cell_tells_its_numbers_and_leads_to_its_examples():
    page = html(RESULTS)
    assert "60 hits in 60 of 1200 segments; BLEU 20.0, controls 24.5, difference [-5.5, -3.5]" in page
    assert "1 hit in 1 of 1 segment; too few to compare" in page
    assert 'href="#examples?phenomenon=easy&amp;domain=R%26D%20%3Cb%3E"' in page
    assert "R&amp;D &lt;b&gt;" in page
    assert "<b>" not in page
    assert "1 more phenomenon has no hit." in page


def test_the_metric_that_is_shown_first_is_that_of_the_table():
    flipped = dataclasses.replace(RESULTS, metrics=dict(reversed(RESULTS.metrics.items())))
    assert "+9.9" in html(flipped)
