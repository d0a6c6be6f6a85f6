"""Folders of DistilLingEval, and scores in its order."""

import pytest

from challenge_sets_suites.formats.distil_lingeval import DistilLingeval
from challenge_sets_suites.judges.contrastive import Contrastive
from extractors.core.errors import InputError
from tests.builders.test_sets import lines, write

SETS = {
    "np_agreement.human": (["The owl.", "The mouse."], ["Die Eule.", "Die Maus."], ["Der Eule.", "Das Maus."]),
    "placeholder_ding.mt": (["The owl."], ["Die Eule."], ["Das Ding."]),
}


@pytest.fixture
def data(tmp_path):
    for name, files in SETS.items():
        for kind, texts in zip(("src.en", "tgt.correct.de", "tgt.incorrect.de"), files, strict=True):
            write(tmp_path / name / kind, lines(texts))
    return tmp_path


def test_a_folder_of_sets_is_a_suite(data):
    suite = DistilLingeval().read(data)
    assert [(i.item, i.phenomenon, i.category, i.sentence, i.origin) for i in suite.items] == [
        ("np_agreement.human.1", "np_agreement", "agreement", 0, "np_agreement.human"),
        ("np_agreement.human.2", "np_agreement", "agreement", 1, "np_agreement.human"),
        ("placeholder_ding.mt.1", "placeholder_ding", "", 0, "placeholder_ding.mt"),
    ]
    assert (suite.source_language, suite.target_language, suite.judge) == ("en", "de", "contrastive")
    (only,) = DistilLingeval().read(data / "placeholder_ding.mt").items
    assert (only.source, only.reference, only.contrastive) == ("The owl.", "Die Eule.", "Das Ding.")


def test_scores_have_the_right_texts_of_a_set_before_its_wrong_ones(data):
    suite, judge = DistilLingeval().read(data), Contrastive(maximize=True)
    assert [text for _, text in judge.texts(suite.items, suite.rest)] == [
        *("Die Eule.", "Die Maus.", "Der Eule.", "Das Maus."),
        *("Die Eule.", "Das Ding."),
    ]
    verdicts = judge.judge(suite.items, [-1.0, -5.0, -2.0, -3.0, -4.0, -9.0], suite.rest)
    assert [(verdict.verdict, verdict.score) for verdict in verdicts] == [
        ("right", 1.0),
        ("wrong", -2.0),
        ("right", 5.0),
    ]


def test_a_set_in_two_languages_is_refused(data):
    write(data / "np_agreement.human/tgt.correct.fr", "La chouette.\n")
    with pytest.raises(InputError, match=r"2 files tgt\.correct\.LANGUAGE"):
        DistilLingeval().read(data)
