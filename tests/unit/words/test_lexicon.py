import logging

import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.treebank import Sentence, Word
from extractors.models import installed
from extractors.models.parsers import Parser
from extractors.words.lexicon import LemmaLexicon, default_parser, lexicon_table

REFERENCES = {"A": ["He left", "Left again"], "B": ["the left", "children"]}


class Suffixes(Parser):
    """Takes `left` after a pronoun for a verb, cuts an ending, and keeps what it is asked."""

    def __init__(self, *, language="en", model=None, signature="suffixes"):
        del language, model
        self.asked, self._signature = [], signature

    @property
    def signature(self):
        return self._signature

    def parse(self, segments):
        for segment in segments:
            self.asked.append(segment)
            forms = segment.split("'") if "'" in segment else segment.split()
            lemmas = ["leave" if form == "left" and "He" in forms else form.removesuffix("ren") for form in forms]
            yield [
                Sentence(
                    tuple(Word(f, m, "X", "_", "_", 0, "root") for f, m in zip(forms, lemmas, strict=True)), segment
                )
            ]


def test_forms_of_the_references_have_the_lemmas_of_their_parses_and_others_are_parsed_alone():
    parser = Suffixes()
    table = lexicon_table(REFERENCES, [["Left children", "Herren 24 it's"]], "en", parser, kept=None)
    assert parser.asked == [*REFERENCES["A"], *REFERENCES["B"], "'s", "Herren", "it"]
    lexicon = LemmaLexicon.of(table)
    assert lexicon.signature == "suffixes"
    assert lexicon.lemmas("left") == lexicon.lemmas("LEFT") == ("leave", "left")
    assert lexicon.lemmas("children") == ("child",)
    assert lexicon.lemmas("Herren") == ("her",)
    assert lexicon.lemmas("'s") == lexicon.lemmas("24") == lexicon.lemmas("never seen") == ()
    assert lexicon.keys("Left") == ("left", "\0leave", "\0left")
    assert LemmaLexicon().keys("Left") == ("left",)


def test_a_lemma_of_few_occurrences_is_an_error_of_the_parser():
    assert LemmaLexicon([("said", "say", 19), ("said", "said", 1)]).lemmas("said") == ("say",)
    assert LemmaLexicon([("left", "leave", 9), ("left", "left", 1)]).lemmas("left") == ("leave", "left")


def test_what_is_kept_is_not_looked_up_again(tmp_path):
    kept, parser = tmp_path / "lexicon.parquet", Suffixes()
    tables.write(lexicon_table(REFERENCES, [["Herren"]], "en", Suffixes(), kept=kept), kept)
    table = lexicon_table(REFERENCES, [["Herren"], ["Frauen"]], "en", parser, kept=kept)
    assert parser.asked == ["Frauen"]
    assert LemmaLexicon.of(table).lemmas("children") == ("child",)
    for other in (Suffixes(signature="another"), Suffixes()):
        references = REFERENCES if other.signature == "another" else {"A": ["something else"]}
        lexicon_table(references, [], "en", other, kept=kept)
        assert other.asked == [text for texts in references.values() for text in texts]


def test_without_a_parser_there_are_no_lemmas():
    table = lexicon_table(REFERENCES, [["children"]], "en", None, kept=None)
    assert (len(table), LemmaLexicon.of(table).signature) == (0, "none")
    assert len(lexicon_table({"A": [""]}, [], "en", Suffixes(), kept=None)) == 0


def test_a_language_without_a_model_is_compared_by_forms_unless_a_parser_is_named(monkeypatch, tmp_path, caplog):
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path))
    with caplog.at_level(logging.WARNING, "extractors"):
        assert default_parser("fi") is None
    assert "by their forms only" in caplog.text
    with pytest.raises(InputError, match="parser-multilingual"):
        default_parser("fi", name="multilingual")
