import pytest

from extractors.core.errors import InputError
from extractors.core.languages import check_language, is_language, language_name, two_letter_codes, without_subtags


@pytest.mark.parametrize(
    ("code", "problem", "meant"),
    [
        ("cz", "expected the ISO 639-1 code of a language, got 'cz'", "'cs'"),
        ("jp", "expected the ISO 639-1 code of a language, got 'jp'", "'ja'"),
        ("ua", "expected the ISO 639-1 code of a language, got 'ua'", "'uk'"),
        ("gb", "expected the ISO 639-1 code of a language, got 'gb'", "known: aa, ab"),
        ("xx", "expected the ISO 639-1 code of a language, got 'xx'", "known: aa, ab"),
        ("iw", "expected the ISO 639-1 code of a language, got 'iw'", "'he'"),
        ("german", "expected the ISO 639-1 code of a language, got 'german'", "known: aa, ab"),
        ("zzz", "no language has the code 'zzz'", "write `und`"),
        ("deu", "'deu' has a two-letter code", "'de'"),
        ("ger", "'ger' has a two-letter code", "'de'"),
        ("cmn", "'cmn' has a two-letter code", "'zh'"),
        ("arb", "'arb' has a two-letter code", "'ar'"),
    ],
)
def test_another_code_than_the_shortest_is_refused_with_the_one_that_is_meant(code, problem, meant):
    with pytest.raises(InputError, match=problem) as refused:
        check_language(code)
    assert meant in refused.value.remedy


@pytest.mark.parametrize("code", ["de", "no", "nb", "sh", "tl", "zh", "hsb", "yue", "bho", "und"])
def test_a_code_without_a_shorter_one_is_taken(code):
    check_language(code)


@pytest.mark.parametrize(
    ("tag", "language"),
    [("zh-Hant", "zh"), ("zh_TW", "zh"), ("zho_Hant", "zh"), ("sr-Latn-RS", "sr"), ("es-419", "es"), ("xx-YY", "xx")],
)
def test_script_and_region_are_left_out(tag, language):
    assert without_subtags(tag) == language


@pytest.mark.parametrize("code", ["de", "deu", "german", "zh-", "und"])
def test_a_code_without_script_and_region_stays(code):
    assert without_subtags(code) == code


def test_there_are_as_many_codes_of_two_letters_as_the_standard_and_its_readers_have():
    assert len(two_letter_codes()) == 184
    assert {"de", "no", "sh"} <= set(two_letter_codes())
    # A group of languages.
    assert "bh" not in two_letter_codes()


def test_codes_of_three_letters_are_those_of_languages():
    assert [code for code in ("no", "hsb", "zz", "zzz", "zh-CN", "german") if is_language(code)] == ["no", "hsb"]


def test_languages_have_names_and_a_code_without_one_stands_for_itself():
    names = ["English", "German", "Norwegian", "Tagalog", "Upper Sorbian", "zz"]
    assert [language_name(code) for code in ("en", "de", "no", "tl", "hsb", "zz")] == names


def test_codes_with_scripts_and_countries_have_names():
    codes = ("eng_Latn", "deu-Latn", "zho_Hans", "srp_Latn", "pt_BR", "xx_YY", "Low German", "not-real")
    names = ["English", "German", "Chinese (Simplified)", "Serbian (Latin)", "Portuguese (Brazil)", *codes[-3:]]
    assert [language_name(code) for code in codes] == names
