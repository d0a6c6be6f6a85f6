"""What config/config.yaml finds: the hits that the corpora were written for, and the faults that systems have."""

import csv
from collections import Counter

import pytest

import extractors as cs
from extractors.__main__ import main
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.hits import HITS
from extractors.formats.scores import DEPARTURES, SCORES
from extractors.formats.word_evidence import WORD_DEPARTURES
from tests import ROOT

PAIRS = ("en-de", "de-en")
FEWEST = {
    "en-de": {
        "particle_verb": 80,
        "reflexive": 60,
        "negation": 60,
        "preposition_stranding": 40,
        "passives": 45,
        "relatives": 45,
    },
    "de-en": {
        "particle_verb": 80,
        "reflexive": 60,
        "negation": 60,
        "passives": 45,
        "relatives": 45,
        "aux_bracket": 70,
        "verb_final_subclause": 70,
    },
}
"""Hits that each corpus was written to have."""
JOINED = {
    "passives": ("agentless_passive", "agent_passive"),
    "relatives": ("object_relative", "zero_relative", "extraposed_relative"),
}
FAR = ("particle_verb", "reflexive", "negation")


def rows(folder, form):
    return tables.read(form, folder / form.file).to_pylist()


@pytest.fixture(params=PAIRS)
def results(request, bundled):
    return bundled / "results" / request.param


def test_the_corpora_are_as_dense_as_they_were_written(results):
    hits = rows(results, HITS)
    count = Counter(hit["phenomenon"] for hit in hits)
    for name, fewest in FEWEST[results.name].items():
        assert sum(count[part] for part in JOINED.get(name, (name,))) >= fewest, name
    for name in FAR:
        far = [hit["segment_id"] for hit in hits if hit["phenomenon"] == name and hit["distance"] >= 3]
        assert len(far) >= 45, name
        assert len(set(far)) >= 35, name


def test_the_parser_finds_what_is_annotated(results):
    with (ROOT / "resources/corpus" / results.name / "expected.tsv").open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    # Which word governs a stranded preposition is a convention, which one it is is not.
    annotated = Counter((int(row["segment_id"]), row["phenomenon"]) for row in expected)
    named = {name for _, name in annotated}
    found = Counter((hit["segment_id"], hit["phenomenon"]) for hit in rows(results, HITS) if hit["phenomenon"] in named)
    for name in named:
        wanted, got = (Counter({key: n for key, n in of.items() if key[1] == name}) for of in (annotated, found))
        shared = (wanted & got).total()
        assert shared >= (0.65 if name == "preposition_stranding" else 0.9) * wanted.total(), name
        assert shared >= 0.95 * got.total(), name


def test_systems_depart_where_they_were_made_to_fail(results):
    words = [row for row in rows(results, WORD_DEPARTURES) if row["p_bh"] is not None]
    low = {(row["system"], row["phenomenon"]) for row in words if row["p_bh"] < 0.05 and row["departure"] < 0}
    made = {("literal", "particle_verb"), ("literal", "reordering"), ("forgetful", "negation")}
    if results.name == "de-en":
        made |= {("literal", "aux_bracket"), ("literal", "verb_final_subclause")}
    else:
        made |= {("literal", "preposition_stranding"), ("forgetful", "reflexive")}
    assert made <= low
    assert not any(system == "free" for system, _ in low)
    # What forgetful loses, it loses at a distance.
    (slope,) = [row for row in words if (row["system"], row["phenomenon"]) == ("forgetful", "negation")]
    assert slope["slope"] < 0
    assert slope["slope_p_bh"] < 0.05
    # Whole sentences see less of it.
    sentences = [row for row in rows(results, DEPARTURES) if row["p_bh"] < 0.05 and row["departure"] < 0]
    assert ("literal", "particle_verb") in {(row["system"], row["phenomenon"]) for row in sentences}


@pytest.mark.release
def test_a_published_set_compares_two_systems_at_the_same_words(bundled, tmp_path):
    results = bundled / "results/de-en"
    about = ["--licence", "cc0-1.0", "--attribution", "Us", "-o", str(tmp_path / "set")]
    assert main(["dataset", "publish", str(results), *about]) == 0
    files = [ROOT / f"resources/corpus/de-en/systems/{name}.en" for name in ("free", "literal")]
    of_set = cs.compare(tmp_path / "set", *files).words.to_pylist()
    of_run = {
        (row["phenomenon"], row["is_order"]): row
        for row in cs.compare(cs.Results(results), "free", "literal").words.to_pylist()
    }
    assert {"particle_verb", "aux_bracket"} <= {row["phenomenon"] for row in of_set}
    assert any(row["is_order"] for row in of_set)
    for row in of_set:
        known = of_run[row["phenomenon"], row["is_order"]]
        # Control words of their order are drawn anew, from the segments that a set knows.
        apart = 0.1 if row["is_order"] else 1e-9
        assert row["n"] == pytest.approx(known["n"], rel=apart), row["phenomenon"]
        assert row["change"] == pytest.approx(known["change"], abs=apart), row["phenomenon"]
    assert {"particle_verb", "aux_bracket"} <= cs.compare(tmp_path / "set", *files).failures.keys()


def test_a_mean_lies_within_its_members(results):
    scores = [row for row in rows(results, SCORES) if row["kind"] == "minimum" and row["difference"] is not None]
    for finding in rows(results, FINDINGS):
        if finding["systems"] is None:
            continue
        asked = (finding["phenomenon"], finding["distance"], finding["metric"])
        of_systems = [r["difference"] for r in scores if (r["phenomenon"], r["distance_from"], r["metric"]) == asked]
        assert min(of_systems) - 1e-9 <= finding["systems"] <= max(of_systems) + 1e-9, finding["phenomenon"]


def test_the_run_ends_with_scores_and_findings(bundled):
    printed = (bundled / "stdout").read_text(encoding="utf-8")
    lines = printed[printed.index("== en-de: 528 segments, 4 systems, 2 references ==") :].splitlines()
    assert max(map(len, lines[: lines.index("Read on")])) <= 100
    for metric in ("BLEU", "RIBES"):
        place = next(i for i, line in enumerate(lines) if line.startswith(f"{metric} "))
        assert set(lines[place].split()[-4:]) == {"free", "literal", "forgetful", "noisy"}
        assert lines[place + 1].startswith("whole corpus")
        assert lines[place + 2].startswith("particle verbs")
    assert any("literal, particle verbs: " in line for line in lines)
    assert any(line.startswith("No significant difference") for line in lines)
    assert "  results/en-de/report.html" in printed
