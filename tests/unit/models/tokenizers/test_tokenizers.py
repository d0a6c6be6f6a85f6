"""Surface tokens by rules: tables of what the treebanks do, and what holds for any text."""

from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.formats import conllu
from extractors.models.spans import token_spans
from extractors.models.tokenizers import surface_tokens, tokens
from tests import DATA

TINY = DATA
SPACES = " \t\u00a0\u2009\u2028\u0085\x1c"
HOSTILE = SPACES + "'’`´-–.,!?\"„“()[]imzudontIMs#_=~*/:@😀👩🇩\u200b\u200d\ufeff\u0301ß漢字かな0123\x00"

ENGLISH = [
    ("I don't know.", "I don't(do n't) know ."),
    ("He DON'T, we’ve", "He DON'T(DO N'T) , we’ve(we ’ve)"),
    ("It's he'd they'll I'm", "It's(It 's) he'd(he 'd) they'll(they 'll) I'm(I 'm)"),
    ("I'd've cannot gonna wanna", "I'd've(I 'd 've) cannot(can not) gonna(gon na) wanna(wan na)"),
    ("dont Wed id wed", "dont(do nt) Wed id wed"),
    ("the dog's and the dogs' tails", "the dog's(dog 's) and the dogs'(dogs ') tails"),
    ("the U.S.'s '90s", "the U.S.'s(U.S. 's) ' 90s"),
    ("He said 'the dogs' and left", "He said ' the dogs ' and left"),
    ("non-human e-mail re-elected", "non-human e-mail re-elected"),
    ("a 15-year-old well-known F-16", "a 15 - year - old well - known F - 16"),
    ("Wow!!! What?! -----", "Wow !!! What ?! -----"),
    ("$5bn at 7:30PM, 10am", "$ 5 bn at 7:30 PM , 10 am"),
    ("see http://a-b.org/c-d's #tag", "see http://a-b.org/c-d's(http://a-b.org/c-d 's) #tag"),
    ("either and/or (both):", "either and / or ( both ) :"),
]
GERMAN = [
    ("Im Haus, zum Arzt", "Im(In dem) Haus , zum(zu dem) Arzt"),
    ("ZUR Schule am Meer", "ZUR(ZU DER) Schule am(an dem) Meer"),
    ("übers Meer fürs Kind", "übers(über das) Meer fürs(für das) Kind"),
    ("der US-Präsident", "der US - Präsident"),
    ("Hand- und Fußbremse, U-Bahn-Haltestelle", "Hand - und Fußbremse , U - Bahn - Haltestelle"),
    ("10-jährige 2015-2016", "10 - jährige 2015 - 2016"),
    ("am 3. Mai 2008.", "am(an dem) 3. Mai 2008 ."),
    ("„Im Jahr 2008.“", "„ Im(In dem) Jahr 2008 . “"),
    ("www.a-b.de oder x@y-z.de", "www.a-b.de oder x@y-z.de"),
]
OTHERS = [
    ("fr", "L'ami du roi, aujourd'hui.", "L' ami du roi , aujourd'hui ."),
    ("zh", "我不知道 Python 3.8。", "我 不 知 道 Python 3.8 。"),
    ("ja", "東京タワー", "東 京 タ ワ ー"),
    ("ko", "나는 학교에 간다.", "나는 학교에 간다 ."),
    ("no", "Jeg vet ikke.", "Jeg vet ikke ."),
    ("be", "Я не ведаю.", "Я не ведаю ."),
]


def shown(text: str, language: str) -> str:
    """Surface tokens, each of several words with its words in brackets."""
    return " ".join(
        token.form if token.words == (token.form,) else f"{token.form}({' '.join(token.words)})"
        for token in tokens(text, language)
    )


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english(text: str, expected: str) -> None:
    assert shown(text, "en") == expected


@pytest.mark.parametrize(("text", "expected"), GERMAN)
def test_german(text: str, expected: str) -> None:
    assert shown(text, "de") == expected


@pytest.mark.parametrize(("language", "text", "expected"), OTHERS)
def test_languages_without_rules_of_their_own(language: str, text: str, expected: str) -> None:
    assert shown(text, language) == expected


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_tiny_treebanks_are_cut_as_they_are_annotated(language: str) -> None:
    path = TINY / f"tiny-{language}.conllu"
    prefix = "# text = "
    lines = path.read_text(encoding="utf-8").splitlines()
    texts = [line.removeprefix(prefix) for line in lines if line.startswith(prefix)]
    treebank = conllu.read(path)
    words = [word for text in texts for token in tokens(text, language) for word in token.words]
    assert words == [treebank.form[word] for word in range(len(treebank))]
    assert {s: surface_tokens(text, language) for s, text in enumerate(texts)} == treebank.surface


@settings(max_examples=300)
@given(
    text=st.text(alphabet=st.one_of(st.sampled_from(HOSTILE), st.characters(codec="utf-8")), max_size=60),
    language=st.sampled_from(["en", "de", "fr", "zh", "ja", "ko", "be", "ar", "hi"]),
)
def test_no_character_is_lost_or_made_up(text: str, language: str) -> None:
    position, text = 0, without_invisible(text)
    for form, words, space_after in tokens(text, language):
        assert form
        assert all(word and not any(map(str.isspace, word)) for word in words)
        assert len(words) > 1 or words == (form,)
        position += len(text[position:]) - len(text[position:].lstrip())
        assert text.startswith(form, position)
        position += len(form)
        assert space_after == (not text[position : position + 1].strip())
    assert not text[position:].strip()


def test_soft_hyphens_and_zero_width_characters_are_no_part_of_words() -> None:
    text = "Er gibt das Rau\u00adchen a\u200buf\ufeff."
    assert [token.form for token in tokens(text, "de")] == ["Er", "gibt", "das", "Rauchen", "auf", "."]
    spans = token_spans(text, surface_tokens(text, "de"), what="it", path="text")
    assert [text[a:b] for a, b in spans][3:5] == ["Rau\u00adchen", "a\u200buf"]


@pytest.mark.parametrize("language", ["german", "de-AT", "", "DE"])
def test_what_is_no_language_code_is_refused(language: str) -> None:
    with pytest.raises(InputError, match="not a language code"):
        surface_tokens("x", language)


def test_a_tokenizer_that_needs_a_library_says_which() -> None:
    if find_spec("pythainlp"):
        pytest.skip("Thai has its library here")
    with pytest.raises(InputError, match="PyThaiNLP") as error:
        surface_tokens("x", "th")
    assert "pip install" in str(error.value)
