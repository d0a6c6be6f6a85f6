"""A corpus translated by a model behind a server, and what is said of it."""

import json

import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation.chat_prompts import ChatPrompt, LanguageNames
from extractors.models.translation.endpoint_translator import EndpointTranslator
from tests.builders import chat_server
from tests.builders.chat_server import chat

LANGUAGES = LanguageNames("German", "English")


def translator(server, tmp_path, **settings):
    given = {"kind": "chat", "model": "tiny", "endpoint": {"url": server.url, "at_once": 1}} | settings
    settings = TranslatorSettings.of(given)
    return EndpointTranslator(settings, settings.endpoint, LANGUAGES, tmp_path / "answers.jsonl")


def test_each_segment_is_asked_alone_and_its_answer_becomes_a_line(tmp_path):
    replies = {"Eins.": "<think>one?\n</think>\nOne.", "Zwei {source}.": "Two\n\nlines. ", "Drei.": "Three."}
    with chat_server.serving(lambda text: chat(replies[text.rpartition("\n")[2]])) as server:
        result = translator(server, tmp_path).translate(["Eins.", " ", "Zwei {source}.", "Drei."])
    assert result.texts == ["One.", "", "Two lines.", "Three."]
    assert (result.cut, result.refused, result.no_answer) == ([], [], [])
    asked = [request["messages"] for request in server.requests]
    assert all(len(messages) == 1 and "from German to English" in messages[0]["content"] for messages in asked)


def test_half_a_character_of_an_answer_is_replaced_and_its_segment_named(tmp_path, caplog):
    (tmp_path / "s.de").write_text("Eins.\nZwei.\n")
    replies = {"Eins.": "One.", "Zwei.": "Tw\ud800o."}
    with chat_server.serving(lambda text: chat(replies[text.rpartition("\n")[2]])) as server:
        line = [str(tmp_path / "s.de"), "--model", "tiny", "--endpoint", server.url, "-o", str(tmp_path / "o.en")]
        for _ in range(2):
            assert cli.main(["stage", "translate", *line, "--prompt", "Say it.\n{source}"]) == 0
            assert (tmp_path / "o.en").read_text(encoding="utf-8") == "One.\nTw\ufffdo.\n"
            assert "1 translations have U+FFFD" in caplog.text
            assert "the first is segment_id 1" in caplog.text
            caplog.clear()
    assert len(server.requests) == 2


def test_each_segment_is_asked_by_its_own_instruction_of_a_test_set(tmp_path, capsys):
    texts = {"a": ["Eins.", "Zwei {instruction}."], "b": ["Drei."]}
    told = {"a": "Be {source}.", "b": "Be brief."}
    records = [
        {
            "doc_id": f"de-en_#_news_#_{name}",
            "src_text": "\n\n".join(paragraphs),
            "prompt_instruction": told[name],
            "refs": {"A": "\n\n".join(paragraphs)},
        }
        for name, paragraphs in texts.items()
    ]
    (tmp_path / "set").mkdir()
    (tmp_path / "set/source.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    place = f"testset:genmt:{tmp_path}/set#de-en"
    with chat_server.serving(lambda text: chat(text)) as server:
        line = [f"{place}#source", "--model", "tiny", "--endpoint", server.url, "-o", str(tmp_path / "tiny.en")]
        asked = ["--prompt", "{instruction} {source}", "--option"]
        of_set = f"instructions={place}#instruction"
        assert cli.main(["stage", "translate", *line, *asked, of_set]) == 0, capsys.readouterr().err
        (tmp_path / "own").write_text("One.\n")
        assert cli.main(["stage", "translate", *line, *asked, f"instructions={tmp_path}/own"]) == 1
        assert "1 segments, but the source" in capsys.readouterr().err
        assert cli.main(["stage", "translate", *line, *asked[:2]]) == 1
        assert "need each other" in capsys.readouterr().err
    expected = ["Be {source}. Eins.", "Be {source}. Zwei {instruction}.", "Be brief. Drei."]
    assert (tmp_path / "tiny.en").read_text().splitlines() == expected


def test_cut_refused_and_empty_answers_are_counted_and_named(tmp_path, caplog):
    with chat_server.serving() as server:
        server.faults += [chat("Half of", finish="length"), chat("", refusal="No."), chat("  ")]
        made = translator(server, tmp_path)
        result = made.translate([*"abcd"])
    assert result.texts[:3] == ["Half of", "", ""]
    assert (result.cut, result.refused, result.no_answer) == ([0], [1], [2])
    result.tell("tiny")
    for words in (
        "1 translations reached their limit",
        "1 segments were refused",
        "1 answers are empty (the first is segment_id 2)",
    ):
        assert words in caplog.text
    about = made.about()
    assert about["parameters"] == {"temperature": 0}
    assert about["model"] == "tiny"


def test_the_command_writes_translations_answers_and_what_made_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    (tmp_path / "source.de").write_text("Eins.\nZwei.\n")
    with chat_server.serving(lambda text: chat(text[-5:].upper())) as server:
        line = [str(tmp_path / "source.de"), "--model", "tiny", "--endpoint", server.url]
        line += ["--source-language", "de", "--target-language", "en", "--option", "endpoint.key_variable=TINY_KEY"]
        line += ["--option", "endpoint.parameters={temperature: 0, max_tokens: 5}"]
        assert cli.main(["stage", "translate", *line, "-o", str(tmp_path / "tiny.en")]) == 0, capsys.readouterr().err
    assert (tmp_path / "tiny.en").read_text() == "EINS.\nZWEI.\n"
    about = json.loads((tmp_path / "tiny.en.json").read_text())
    assert about["parameters"] == {"temperature": 0, "max_tokens": 5}
    assert (about["refused"], about["no_answer"], about["cut"]) == ([], [], [])
    assert len((tmp_path / "tiny.answers.jsonl").read_text().splitlines()) == 2
    assert set(server.keys) == {"Bearer secret-1234"}
    assert "secret" not in "".join(file.read_text() for file in tmp_path.iterdir())


def test_a_prompt_without_known_languages_is_an_error():
    assert ChatPrompt("Say: {source}", None).messages("a", 0)[0]["content"] == "Say: a"
    with pytest.raises(InputError, match=r"the prompt has \{source_language\}"):
        ChatPrompt(None, None)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"endpoint": {"url": "http://x/v1"}, "beams": 4}, "`beams` is not heeded by a model of an endpoint"),
        ({"endpoint": {"url": "http://x/v1"}, "max_length": 4}, "`max_length` is not heeded"),
        ({"kind": "chat", "source_prefix": "x"}, "`source_prefix` is not heeded by a chat model"),
        ({"prompt": "{source}"}, "`prompt` is not heeded by a sequence-to-sequence model"),
        ({"kind": "chat", "prompt": "Translate."}, "`prompt` has no {source}"),
    ],
)
def test_an_option_that_would_not_be_heeded_is_refused(given, words):
    with pytest.raises(InputError) as caught:
        TranslatorSettings.of({"model": "tiny"} | given)
    assert words in caught.value.problem
    assert caught.value.remedy
