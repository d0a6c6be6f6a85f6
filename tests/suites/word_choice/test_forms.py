import pytest

from challenge_sets_suites.word_choice.choice_catalogue import Alternative
from challenge_sets_suites.word_choice.forms import read_forms, with_forms
from extractors.core.errors import InputError

KNOW = Alternative(word="wissen", meaning="a fact", forms=("weiß", "sein"))
SEIN = Alternative(word="sein", meaning="to be")
CONLLU = "1\tweiß\twissen\tVERB\t_\t_\t0\troot\t_\t_\n2\tweißt\twissen\tVERB\t_\t_\t1\tdep\t_\t_\n\n"


def test_a_lexicon_and_parses_give_forms_by_lemma(tmp_path):
    (tmp_path / "u.tsv").write_text("wissen\tweiß\tV;PRS\nwissen\twusste\tV;PST\n\nsein\tbin\n", encoding="utf-8")
    (tmp_path / "p.conllu").write_text(CONLLU, encoding="utf-8")
    assert read_forms(tmp_path / "u.tsv") == {"wissen": ["weiß", "wusste"], "sein": ["bin"]}
    assert read_forms(tmp_path / "p.conllu") == {"wissen": ["weiß", "weißt"]}


def test_a_form_that_two_share_is_of_neither():
    both = with_forms([KNOW, SEIN], {"wissen": ["wusste", "gewesen"], "sein": ["ist", "gewesen", "weiß"]}, "u.tsv")
    assert [a.forms for a in both] == [("weiß", "sein", "wusste"), ("sein", "ist")]


def test_bad_lexicons_are_named(tmp_path):
    (tmp_path / "u.tsv").write_text("wissen\tweiß\nwissen wusste\n", encoding="utf-8")
    with pytest.raises(InputError, match="no lemma and form") as error:
        read_forms(tmp_path / "u.tsv")
    assert error.value.line == 2
    with pytest.raises(InputError, match="has no forms of wissen or sein"):
        with_forms([KNOW, SEIN], {"gehen": ["ging"]}, "u.tsv")
