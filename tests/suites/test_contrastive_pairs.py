"""The suite of the pairs that are made from references."""

from collections.abc import Sequence

import pytest

from challenge_sets_suites.contrastive import target_texts
from challenge_sets_suites.contrastive_pairs import make_suite
from challenge_sets_suites.pair_kinds import create_makers
from challenge_sets_suites.tables.items import Suite, suite_of
from extractors.core.errors import InputError
from tests.builders.contrasts_of_trees import resources, text_of
from tests.builders.trees import treebank
from tests.suites.contrastive.test_german import A_DOG, DOES_NOT_SLEEP, DOG, THEY_BARK

TREES = (DOG, A_DOG, DOES_NOT_SLEEP, THEY_BARK)
SOURCES = ("The dog barks.", "We see a dog.", "He does not sleep well.", "Wolves bark.")


def suite(
    trees: Sequence[str] = TREES,
    sources: Sequence[str] = SOURCES,
    corpus: Sequence[str] = TREES,
    *,
    references: Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Suite:
    return make_suite(
        list(target_texts(treebank(*trees), references or [text_of(tree) for tree in trees], sources, "en")),
        makers=create_makers("de"),
        resources=resources(*corpus),
        target_language="de",
        origin="news",
        limit=limit,
        seed=seed,
    )


def test_each_error_is_an_item():
    made = suite()
    by_kind = {item.phenomenon: item for item in reversed(made.items)}
    assert {"np_agreement", "subj_verb_agreement", "polarity_particle_kein_ins"} <= by_kind.keys()
    item = by_kind["subj_verb_agreement"]
    assert (item.item, item.origin, item.sentence) == ("news.1/subj_verb_agreement/1", "news.1", 0)
    assert (item.source, item.reference) == ("The dog barks.", "Der Hund bellt.")
    assert (item.contrastive, item.distance, item.category) == ("Der Hund bellen.", 1, "agreement")
    assert made.judge == "contrastive"
    assert suite_of(made.table(), "pairs.parquet").items == made.items


def test_the_same_seed_makes_the_same_pairs_and_a_limit_draws_from_them():
    assert suite().items == suite().items
    assert {item.item for item in suite(limit=1).items} <= {item.item for item in suite().items}
    limited, kinds = ([item.phenomenon for item in suite(limit=limit).items] for limit in (1, None))
    assert len(limited) == len(set(kinds)) < len(kinds)
    assert len({suite(seed=seed).items[0].contrastive for seed in range(9)}) == 2


def test_a_change_that_gives_a_text_of_the_corpora_is_dropped():
    sleeps = DOES_NOT_SLEEP.replace("nicht nicht PART PTKNEG _ 2 advmod\n", "")
    kinds = {item.phenomenon for item in suite(corpus=(*TREES, sleeps)).items}
    assert "polarity_particle_nicht_del" in {item.phenomenon for item in suite().items}
    assert "polarity_particle_nicht_del" not in kinds


def test_items_of_one_source_text_share_its_reference(caplog):
    items = suite(trees=(DOG, A_DOG, DOG), sources=("Same.", "Same.", "Same.")).items
    assert {(item.origin, item.reference) for item in items} == {("news.1", "Der Hund bellt.")}
    assert "left out 1 segments that repeat" in caplog.text
    assert "left out 1 references" in caplog.text


def test_texts_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="4 references, but 2 source texts"):
        suite(sources=SOURCES[:2])
    with pytest.raises(InputError, match="no contrastive pair"):
        suite(trees=("Ja ja INTJ ITJ _ 0 root",), sources=("Yes",))
    with pytest.raises(InputError, match="go on to segment 3"):
        suite(references=["Der Hund bellt."], sources=["The dog barks."])
