from extractors import display


def row(system, score, mean, low, *, phenomenon="particle_verb", distance=0, n=40):
    return {
        "system": system,
        "phenomenon": phenomenon,
        "kind": "minimum",
        "minimum_distance": distance,
        "metric": "bleu",
        "n": n,
        "corpus_score": 30.0,
        "score": score,
        "control_mean": mean,
        "control_low": low,
        "signature": "nrefs:1",
    }


def test_the_table_of_sets_sums_up_the_systems():
    rows = [row("good", 30.0, 32.0, 29.0), row("bad", 20.0, 26.0, 22.0), row("good", None, None, None, distance=3)]
    lines = [line.split() for line in display.set_table(rows).splitlines()]
    assert ["particle_verb", "all", "40", "25.0", "29.0", "-4.0", "1/2", "bad", "-6.0", "good", "-2.0"] in lines
    assert ["3", "40", *["-"] * 6] in lines


def test_small_sets_are_counted_and_not_shown():
    text = display.set_table([row("good", 30.0, 32.0, 29.0), row("good", 1.0, 2.0, 1.0, distance=3, n=9)])
    assert "particle_verb" in text
    assert not any(line.split()[:1] == ["3"] for line in text.splitlines())
    assert "1 sets of fewer than 10 segments are in scores.csv and not shown here." in text


def test_the_table_of_the_corpus_is_sorted_and_signed():
    rows = [
        {"system": s, "metric": m, "n": 9, "score": v, "signature": f"sig-{m}"}
        for s, m, v in [("a", "bleu", 20.0), ("a", "ribes", 0.71234), ("b", "bleu", 30.0), ("b", "ribes", 0.8)]
    ]
    text = display.corpus_table(rows)
    lines = [line.split() for line in text.splitlines()]
    assert lines.index(["b", "30.0", "0.800"]) < lines.index(["a", "20.0", "0.712"])
    assert "bleu: sig-bleu\nribes: sig-ribes\n" in text
