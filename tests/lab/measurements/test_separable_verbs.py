"""lab/measurements/separable_verbs.py: what proves that a verb is separable; and the list that it made."""

import importlib

import pytest

from extractors.phenomena import DEFAULT_FILE, catalogue
from tests.builders.trees import treebank

RECIPE = importlib.import_module("lab.measurements.separable_verbs")
VERBS = ("nehmen", "stellen", "stehen", "legen", "setzen", "machen", "treten")
PARTICIPLES = {"genommen": "nehmen", "gestellt": "stellen", "gesetzt": "setzen", "gemacht": "machen", "gelegt": "legen"}


def word(form, xpos="VVINF", upos="VERB", lemma=None):
    return f"{form} {lemma or form} {upos} {xpos} _ 0 root"


ALONE = [word(verb) for verb in VERBS for _ in range(2)]
ALONE += [word(form, "VVPP", lemma=lemma) for form, lemma in PARTICIPLES.items()]
ALONE += [word("nimmt", "VVFIN", lemma="nehmen")] * 2


def pairs(*words):
    """The pairs that are listed, with their counts, of words beside the verbs that stand alone."""
    count = RECIPE.count([treebank(*ALONE, *words)])
    return {" ".join(row[:2]): " ".join(row[2:]) for row in RECIPE.lexicon(count)}


TEIL = [word("teilzunehmen"), word("teilgenommen", "VVPP"), word("teilnimmt", "VVFIN")]


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        (TEIL, {"teil nehmen": "1 1 1 0"}),
        (TEIL[:2], {"teil nehmen": "1 1 0 0"}),
        # One proof may be a slip.
        (TEIL[:1], {}),
        (TEIL[1:], {}),
        # verstehen has neither zu nor ge inside.
        ([word("verstehen"), word("verstanden", "VVPP"), word("versteht", "VVFIN")], {}),
        # handgemacht is an adjective: no form in one word but the participle.
        ([*TEIL, *[word("handgemacht", "VVPP")] * 9], {"teil nehmen": "1 1 1 0"}),
        # hinzu-zu-fügen, not hin-zufügen; hinzusetzen is no zu inside hin-setzen.
        (
            [word("hinzuzusetzen"), word("hinzugesetzt", "VVPP"), word("hinzusetzen"), word("hinsetzen")],
            {"hinzu setzen": "1 1 1 0"},
        ),
        # sozusagen is no verb.
        ([word("sagen")] * 2 + [word("sozusagen", "ADV", "ADV")] * 9 + [word("sogesagt", "VVPP")], {}),
    ],
)
def test_two_proofs_make_a_pair(words, listed):
    assert pairs(*words) == listed


def test_a_part_with_many_verbs_needs_one_proof():
    certain = [word(f"ab{zu}{verb}") for verb in VERBS[:5] for zu in ("zu", "")]
    assert "ab treten" in pairs(*certain, word("abzutreten"))
    assert "ab treten" not in pairs(*certain[:-2], word("abzutreten"))


def test_words_that_are_mostly_apart_are_left_out():
    gut = [word("gutzumachen"), word("gutgemacht", "VVPP")]
    apart = "gut gut ADJ ADJD _ 2 advmod\ngemacht machen VERB VVPP _ 0 root"
    assert pairs(*gut, *[apart] * 2) == {"gut machen": "1 1 0 2"}
    assert pairs(*gut, *[apart] * 3) == {}


def test_a_preposition_grown_together_with_its_noun_may_stand_apart():
    apart = "zutage zutage ADV ADV _ 2 advmod\ntreten treten VERB VVINF _ 0 root"
    noun = "Tage Tag NOUN NN _ 0 root"
    assert pairs(noun, *[apart] * 3) == {"zutage treten": "0 0 0 3"}
    assert pairs(noun, *[apart] * 2) == pairs(*[apart] * 3) == {}
    # intakt is an adjective, as its ending shows.
    intakt = [apart.replace("zutage", "intakt")] * 3
    assert pairs("Takt Takt NOUN NN _ 0 root", *intakt, "intakte intakt ADJ ADJA _ 0 root") == {}


def test_what_is_shipped_is_what_the_recipe_writes():
    (lexicon,) = catalogue.load(DEFAULT_FILE)["particle_verb"].lexicons("de")
    assert lexicon.columns == ("part", "verb", *RECIPE.PROOFS)
    found = {row[:2] for row in lexicon.rows}
    wanted = {("teil", "nehmen"), ("fest", "stellen"), ("statt", "finden"), ("kennen", "lernen"), ("zurück", "kehren")}
    assert wanted <= found
    # Inseparable ones, and adverbs.
    assert not {("ver", "stehen"), ("wider", "sprechen"), ("gut", "machen"), ("so", "sagen")} & found
    assert list(lexicon.rows) == sorted(lexicon.rows, key=lambda row: row[:2])
