"""The words of a phrase get the values of one bundle, and only those that have a value get one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractors.models.parsers._biaffine.agreement import AgreementModel
from extractors.models.parsers._biaffine.phrases import Phrase, Tree, evidence, phrases, rows
from tests.unit.models.parsers.biaffine.test_phrases import BINDING, DECLINED, TREE

NOM, ACC, DAT = 1, 2, 3
SING, PLUR = 1, 2
SIZE = 512


def agreement(weights: np.ndarray | None = None, *, tagger: float = 1.0) -> AgreementModel:
    bundles = np.array([(case, number) for case in (NOM, ACC, DAT) for number in (SING, PLUR)])
    table = np.zeros((SIZE, len(bundles)), dtype=np.float32) if weights is None else weights
    return AgreementModel(("Case", "Number"), bundles, sorted(BINDING), table, tagger)


def decide(model: AgreementModel, values: dict[str, np.ndarray], log: dict[str, np.ndarray]) -> None:
    """Of one segment."""
    model.decide([TREE], {name: of[None] for name, of in values.items()}, {name: of[None] for name, of in log.items()})


def test_one_sure_word_decides_for_the_phrase() -> None:
    values = {"Case": np.array([NOM, 0, ACC, NOM, NOM, 0, NOM, 0, NOM, DAT]), "Number": np.full(10, SING)}
    log = {name: np.log(np.full((10, 4 if name == "Case" else 3), 0.1, dtype=np.float32)) for name in values}
    log["Case"][2] = np.log([0.01, 0.01, 0.97, 0.01])
    log["Number"][4] = np.log([0.01, 0.01, 0.98])
    decide(agreement(), values, log)
    assert values["Case"][[2, 3, 4]].tolist() == [ACC] * 3
    assert values["Number"][[2, 3, 4]].tolist() == [PLUR] * 3


def test_evidence_weighs_against_the_network() -> None:
    weights = np.zeros((SIZE, 6), dtype=np.float32)
    for part in evidence(Phrase(9, [8, 9]), TREE, TREE.below()):
        weights[rows(part, SIZE), 4] += 1  # Dat, Sing
    values = {"Case": np.where(DECLINED, NOM, 0), "Number": np.where(DECLINED, PLUR, 0)}
    log = {name: np.log(np.full((10, 4), 0.25, dtype=np.float32)) for name in values}
    log["Number"] = log["Number"][:, :3]
    decide(agreement(weights), values, log)
    assert values["Case"][[8, 9]].tolist() == [DAT, DAT]
    assert values["Number"][[8, 9]].tolist() == [SING, SING]


def test_a_feature_that_no_word_has_is_left_out() -> None:
    values = {"Case": np.where(DECLINED, NOM, 0), "Number": np.zeros(10, dtype=np.int64)}
    log = {name: np.log(np.full((10, 4), 0.25, dtype=np.float32)) for name in values}
    log["Case"][0] = np.log([0.01, 0.01, 0.97, 0.01])
    decide(agreement(), values, log)
    assert values["Case"][0] == ACC
    assert not values["Number"].any()


def test_segments_of_a_batch_are_decided_as_each_by_itself() -> None:
    draw = np.random.default_rng(1)
    weights = draw.normal(size=(SIZE, 6)).astype(np.float32)
    other = Tree(
        ["Er", "sieht", "sie"], ["er", "sehen", "sie"], ["PRON", "VERB", "PRON"], [2, 0, 2], ["nsubj", "root", "obj"]
    )
    trees = [TREE, other, TREE]
    values = {"Case": draw.integers(0, 4, (3, 10)), "Number": draw.integers(0, 3, (3, 10))}
    for of in values.values():
        of[1, 3:] = 0
    log = {
        name: np.log(draw.dirichlet(np.ones(n), (3, 10))).astype(np.float32) for name, n in (("Case", 4), ("Number", 3))
    }
    together = {name: of.copy() for name, of in values.items()}
    agreement(weights).decide(trees, together, log)
    by_itself = agreement(weights)
    for row, tree in enumerate(trees):
        one = {name: of[row : row + 1].copy() for name, of in values.items()}
        by_itself.decide([tree], one, {name: of[row : row + 1] for name, of in log.items()})
        for name in values:
            assert one[name][0].tolist() == together[name][row].tolist()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=10, max_size=10), st.integers(0, 2**32 - 1))
def test_what_has_no_value_gets_none_and_phrases_agree(said: list[tuple[int, int]], seed: int) -> None:
    draw = np.random.default_rng(seed)
    case, number = (np.array(column) for column in zip(*said, strict=True))
    values = {"Case": case.copy(), "Number": number.copy()}
    log = {name: np.log(draw.dirichlet(np.ones(n), 10)).astype(np.float32) for name, n in (("Case", 4), ("Number", 3))}
    weights = draw.normal(size=(SIZE, 6)).astype(np.float32)
    decide(agreement(weights), values, log)
    assert ((values["Case"] == 0) == (case == 0)).all()
    # A word without a case is in no phrase, so that it keeps its number.
    assert (values["Number"][case == 0] == number[case == 0]).all()
    assert ((values["Number"] == 0) == (number == 0)).all()
    for phrase in phrases(TREE, (case > 0).tolist(), BINDING):
        for name in values:
            assert len({int(values[name][word]) for word in phrase.words} - {0}) <= 1
