"""Folders of a suite's results: every table, made by the stages from items and judgments."""

import random
import re

from challenge_sets_suites.outputs import Sources, find_outputs, found_row
from challenge_sets_suites.suite_stage import suite_tables
from challenge_sets_suites.tables.items import Item, Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS, MISSING, OUTPUTS_FOUND, Verdict
from challenge_sets_suites.tables.judgments import judgment as judgment_row
from extractors.formats import tables
from tests.builders.rows import table_of


def make(folder, items, judgments, *, judge="rules", compare_on="common"):
    """Write the results of a suite; placeholders, near-identical systems and so on are found from the outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    suite = Suite(items=items, source_language="de", target_language="en", judge=judge)
    made = suite_tables(suite, judgments, "judgments.parquet", compare_on=compare_on)
    for name, table in {"items.parquet": suite.table(), "judgments.parquet": judgments, **made}.items():
        tables.write(table, folder / name)
    if judge != "contrastive":
        texts = {}
        for row in judgments.to_pylist():
            text = row["output"] or row["reason"][len("placeholder ") :]
            texts.setdefault(row["system"], {})[row["item"]] = text
        found = {system: _found(items, of_system, system) for system, of_system in texts.items()}
        tables.write(
            table_of(OUTPUTS_FOUND, [found_row(*entry) for entry in found.items()]), folder / "outputs_found.parquet"
        )
    return folder


def _found(items, texts, system):
    """The outputs of a system, by item; those without one are not among its sources."""
    asked = [item for item in items if texts.get(item.item)]
    sources = Sources([item.source for item in asked], "sources")
    return find_outputs(items, [texts[item.item] for item in asked], system, sources)


def judgment(item, system, output, verdict, reason, *, judge="rules", score=None):
    """A row of judgments."""
    return judgment_row(item, system, output, judge, Verdict(verdict, reason, score))


def small(folder):
    """Three systems and six items, one phenomenon of two categories, one output that nothing decides on."""
    written = [
        ("t1", "Er war da.", "verbs", "tense", {"positive_regex": r"\bwas\b"}),
        ("t2", "Er ist da.", "verbs", "tense", {"positive_regex": r"\bis\b"}),
        ("m1", "Er sei da.", "verbs", "mood", {"question": "Is it reported?"}),
        ("c1", "Sie half dem Hund.", "nouns", "case", {}),
        ("c2", "Sie sah den Hund.", "nouns", "case", {"reference": "She saw it."}),
        ("g1", "Die Köchin kam.", "nouns", "mood", {"distance": 2}),
    ]
    items = [
        Item(item=name, sentence=number, source=source, category=category, phenomenon=phenomenon, **more)
        for number, (name, source, category, phenomenon, more) in enumerate(written)
    ]
    outputs = {
        "alpha": "+He was there. +He is there. +He is said to be there. +She helped the dog. +She saw the dog."
        " ?The cook came.",
        "beta": "+He was there. -He was here. -He is there. +She helped the dog. +She saw the dog. ?The cook came.",
        "gamma": "?It was him. 0 -He be there. -The dog helped her. -The dog saw her. +The chef came.",
    }
    verdicts = {
        "+": ("right", "matches what is right"),
        "-": ("wrong", "matches what is wrong"),
        "?": ("undecided", "no expression matches"),
        "0": (MISSING, "the source text is not among the sources"),
    }
    rows = [
        judgment(item.item, system, output[1:] or None, *verdicts[output[0]])
        for system, of_system in outputs.items()
        for item, output in zip(items, re.split(r" (?=[-+?0])", of_system), strict=True)
    ]
    return make(folder, items, table_of(JUDGMENTS, rows))


def large(folder, *, systems=6, items=400, phenomena=40, categories=8, seed=1, judge="rules"):
    """A suite of any size: systems of falling quality, the second nearly the first, the last a placeholder."""
    rng = random.Random(seed)
    names = [f"Online-{chr(ord('A') + s)}" for s in range(systems - 1)] + ["Placeholder-X"]
    hard = [rng.uniform(-0.35, 0.15) for _ in range(phenomena)]
    made = []
    for i in range(items):
        p = i % phenomena
        made.append(
            Item(
                item=f"{i:05d}",
                sentence=i,
                source=f"Satz Nummer {i} über das Phänomen {p}, mit einigen Wörtern mehr.",
                category=f"Category {p % categories}" + (" with a long name" if p % categories == 3 else ""),
                phenomenon=f"Phenomenon {p}" + (" of a rather long name/aspect/mood" if p % 7 == 0 else ""),
                distance=rng.randrange(20) if p % 3 else None,
                frequency=rng.choice([0, 1, 2, 4, 8, 30, 120, 900, 20_000]),
                reference=f"Sentence number {i} about the phenomenon {p}.",
                contrastive=f"Sentence number {i} about that phenomenon {p}." if judge == "contrastive" else None,
                positive_regex=rf"\bnumber {i}\b",
            )
        )
    rows = []
    for s, system in enumerate(names):
        for i, item in enumerate(made):
            if system == "Placeholder-X":
                rows.append(judgment(item.item, system, None, MISSING, "placeholder ####"))
                continue
            chance = 0.9 - 0.05 * s + hard[i % phenomena]
            draw = rng.random()
            verdict = "undecided" if draw < 0.02 + 0.02 * s else "right" if rng.random() < chance else "wrong"
            if s == 1 and rng.random() < 0.9:
                rows.append({**rows[i], "system": system})
                continue
            if judge == "contrastive":
                score = rng.gauss(0.5 if verdict == "right" else -0.5, 0.1)
                verdict = "right" if score > 0 else "wrong"
                rows.append(
                    judgment(
                        item.item, system, None, verdict, f"scores differ by {score:.2f}", judge=judge, score=score
                    )
                )
            else:
                how = "well" if verdict == "right" else "badly"
                output = f"Sentence number {i} about it, {how} said{'!' * rng.randrange(3)}"
                rows.append(judgment(item.item, system, output, verdict, f"{verdict} by the expression number {i % 5}"))
    return make(folder, made, table_of(JUDGMENTS, rows), judge=judge)
