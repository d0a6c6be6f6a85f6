import logging

import pytest

from extractors.words.lemmas import NO_LEMMAS, TargetLemmas


@pytest.mark.parametrize(
    ("language", "form", "keys"),
    [
        ("en", "Houses", ("houses", "\0house")),
        ("de", "Meldete", ("meldete", "\0melden")),
        ("de", "24", ("24",)),
    ],
)
def test_the_keys_of_a_form_are_itself_and_its_lemma(language, form, keys):
    assert TargetLemmas.of(language).keys(form) == keys


@pytest.mark.parametrize(
    ("language", "text", "wholes"),
    [
        ("de", "Sie meldete sich bei der Bank an und lehnte ab .", ["anmelden", "ablehnen"]),
        ("de", "Bitte breiten Sie die Decke aus !", ["ausbreiten"]),
        ("de", "Schließen Sie ab", ["abschließen".casefold()]),
        # A noun, a preposition, an adverb, the verb of a relative clause, one of another sentence.
        ("de", "Er sah einen Reifen auf .", ["aufsehen"]),
        ("de", "Sie meldete sich an der Tür .", []),
        ("de", "Er las gestern vor .", ["vorlesen"]),
        ("de", "Sie dachte sich , was er kannte , aus .", ["ausdenken"]),
        ("de", "Sie meldete sich . Nur an .", []),
        ("en", "They turned it down .", ["turn down"]),
        ("en", "They turned the second of many offers down .", []),
        ("en", "They took the path down the hill .", []),
        ("en", "They turned the light off .", ["turn off"]),
        ("en", "They walked out of the house .", []),
        ("fr", "Ils sont down", []),
    ],
)
def test_separated_verbs_are_one_word(language, text, wholes):
    assert [whole for _, _, whole in TargetLemmas.of(language).separated(text.split())] == wholes


def test_a_reference_has_the_whole_alone_and_an_output_the_parts_too():
    of_output, of_reference = TargetLemmas.of("en").both_keys(["turned", "it", "down"])
    assert of_output[0] == ("turned", "\0turn", "\0turn down")
    assert of_reference[0] == of_reference[2] == ("\0turn down",)


def test_a_reflexive_of_a_reference_has_its_form_alone():
    of_output, of_reference = TargetLemmas.of("de").both_keys(["mich"])
    assert (of_output, of_reference) == ([("mich", "\0ich")], [("mich",)])


def test_a_language_without_a_dictionary_is_compared_by_forms(caplog):
    with caplog.at_level(logging.WARNING, "extractors"):
        lemmas = TargetLemmas.of("th")
    assert "no dictionary of th: words are compared by their forms only" in caplog.text
    assert lemmas.signature == TargetLemmas.of("en", "forms").signature == NO_LEMMAS
