"""Long texts are cut in windows, into what short ones give."""

from extractors.models.installed import find_shipped
from extractors.models.parsers._multilingual.language_model import LanguageModel
from extractors.models.parsers._multilingual.text_cutting import AT_ONCE

SENTENCES = "The old house stands near the river. Who can't go there, asked Ms. Brown? Nobody: it's “closed”. "


def test_a_text_longer_than_a_window_is_cut_as_its_parts_are() -> None:
    parser, encoder = find_shipped("parser-multilingual"), find_shipped("encoder")
    assert parser is not None
    assert encoder is not None
    cutting = LanguageModel(parser, encoder, language="en").cutting
    times = 2 * AT_ONCE // len(SENTENCES) + 3
    # The network sees the blank before a sentence, which the first one lacks.
    (few,), (many,) = cutting([SENTENCES * 3]), cutting([SENTENCES * times])
    one = len(few) // 3
    assert len(few) == 3 * one
    assert many == few[:one] + few[one : 2 * one] * (times - 2) + few[2 * one :]
