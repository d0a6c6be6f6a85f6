"""What is learned from corpora, lexicons and counts."""

import pytest

from challenge_sets_suites.contrastive import Resources
from challenge_sets_suites.pair_kinds import create_makers
from challenge_sets_suites.tables.contrastive import GROUPS
from extractors.core.errors import InputError
from tests.builders.contrasts_of_trees import candidates, made, resources, target
from tests.suites.contrastive.test_german import DOG, HAS_COME, STOPS, THEY_BARK


def test_a_corpus_teaches_forms_and_their_company():
    learned = resources(DOG, STOPS, HAS_COME)
    assert learned.forms["Hund"] == 1
    assert learned.articles["Hund"]["der"] == 1
    assert learned.particles["hören"]["auf"] == 1
    assert learned.auxiliaries["gekommen"]["sein"] == 1
    assert [learned.has_word("bellt", upos) for upos in ("VERB", "NOUN")] == [True, False]
    assert [learned.has_seen(text) for text in ("Der  Hund bellt .", "Der Hund")] == [True, False]
    assert [learned.begins(prefix) for prefix in ("bel", "belz")] == [True, False]


def test_a_lexicon_teaches_forms_that_the_corpora_lack(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text(
        "# forms\nHund\tHund\tNOUN\tGender=Masc|Number=Sing\n"
        "bellen\tbellen\tVERB\tMood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin\n",
        encoding="utf-8",
    )
    assert made("np_agreement", "de", DOG) == []
    assert made("subj_verb_agreement", "de", DOG) == []
    learned = resources(DOG)
    learned.add_lexicon(path)
    assert candidates("np_agreement", "de", target(DOG), learned)[0].contrastive[0] == "Das Hund bellt."
    assert candidates("subj_verb_agreement", "de", target(DOG), learned)[0].contrastive == ("Der Hund bellen.",)


def test_counts(tmp_path):
    path = tmp_path / "counts.tsv"
    path.write_text("Hund\t7\nbellt\t3\n", encoding="utf-8")
    learned = resources(DOG, THEY_BARK)
    assert learned.frequency(["Hund"]) is None
    assert learned.rarity("Hund") == 0
    learned.add_counts(path)
    assert learned.frequency(["Hund", "bellt"]) == 3
    assert learned.frequency(["Bellt"]) == 3
    assert learned.frequency(["Katze"]) == 0
    assert learned.frequency([]) is None
    assert learned.rarity("Hund") == 7


@pytest.mark.parametrize(
    ("add", "first", "line"),
    [
        *((Resources.add_counts, "Hut\t1", line) for line in ("Hund", "Hund\tviele", "\t3", "Hund\t-1")),
        *(
            (Resources.add_lexicon, "Hut\tHut\tNOUN\t_", line)
            for line in ("Hund\tHund\tNOUN", "Hund\tHund\tNOUN\t", "Hund Hund NOUN _")
        ),
    ],
)
def test_a_line_that_is_no_entry_is_named(tmp_path, add, first, line):
    path = tmp_path / "words.tsv"
    path.write_text(f"{first}\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        add(Resources(), path)
    assert (error.value.path, error.value.line) == (path, 2)


def test_kinds_have_the_categories_that_readers_give_them():
    categories = {kind: maker.category for kind, maker in create_makers("de").items()}
    assert categories == {**GROUPS, "clause_omission": "omission", "subordinate_omission": "omission"}
