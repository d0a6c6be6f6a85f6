"""The UDPipe backend: which model files it takes, and where one segment ends and the next begins."""

from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.models.parsers import create_parser
from tests.tiny_models.fixtures import TinyModels

pytest.importorskip("ufal.udpipe")

from extractors.models.parsers.udpipe import UdpipeParser
from tests.tiny_models import udpipe


@pytest.fixture(scope="module")
def english(tiny_models: TinyModels) -> UdpipeParser:
    return UdpipeParser(language="en", model=str(tiny_models.udpipe("en")))


@pytest.fixture(scope="module")
def without_tokenizer(tiny_models: TinyModels, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("udpipe") / "bare.udpipe"
    return udpipe.train(tiny_models.treebank("en"), path, tokenizer="none")


def test_segments_do_not_run_into_each_other(english: UdpipeParser) -> None:
    segments = ["The old man", "saw the house"] * 50
    assert [[s.text for s in parsed] for parsed in english.parse(segments)] == [[text] for text in segments]


def test_a_segment_may_be_several_sentences(english: UdpipeParser) -> None:
    (sentences,) = english.parse(["She gave up her job. He hurt himself."])
    assert [s.text for s in sentences] == ["She gave up her job.", "He hurt himself."]


def test_a_line_end_inside_a_segment_is_white_space(english: UdpipeParser) -> None:
    ((sentence,),) = english.parse(["She gave\n\nup her job."])
    assert sentence.text == "She gave up her job."


def test_what_follows_a_nul_is_not_lost(english: UdpipeParser) -> None:
    (sentences,) = english.parse(["She gave \0 up."])
    assert "".join(word.form for s in sentences for word in s.words) == "Shegave\0up."


def test_the_signature_has_version_file_and_checksum(english: UdpipeParser) -> None:
    library, model = english.signature.split("/")
    assert library.startswith("udpipe:1.")
    assert model.startswith("tiny-en:")


def test_a_model_without_tokenizer_takes_the_rules(without_tokenizer: Path) -> None:
    with pytest.raises(InputError, match="no tokenizer") as error:
        UdpipeParser(language="en", model=str(without_tokenizer))
    assert "tokenizer: rules" in str(error.value)
    parser = UdpipeParser(language="en", model=str(without_tokenizer), tokenizer="rules")
    assert parser.signature.endswith("/tokenizer:rules")
    nothing, (sentence,) = parser.parse(["", "I don't know the man."])
    assert nothing == []
    assert [token.form for token in sentence.multiword] == ["don't"]
    assert [word.form for word in sentence.words] == ["I", "do", "n't", "know", "the", "man", "."]
    assert sentence.text == "I don't know the man."


def test_a_model_without_parser_is_refused(tiny_models: TinyModels, tmp_path: Path) -> None:
    path = udpipe.train(tiny_models.treebank("en"), tmp_path / "x.udpipe", tokenizer="none", parser="none")
    with pytest.raises(InputError, match="does not parse"):
        UdpipeParser(language="en", model=str(path), tokenizer="rules")


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.udpipe").write_text("not a model", encoding="utf-8")
    for path in (tmp_path / "x.udpipe", tmp_path):
        with pytest.raises(InputError, match="not a UDPipe 1 model"):
            UdpipeParser(language="en", model=str(path))


def test_no_model_says_where_they_are() -> None:
    with pytest.raises(InputError, match="which the config does not name") as error:
        UdpipeParser(language="en")
    assert "hdl.handle.net" in str(error.value)


def test_an_unknown_tokenizer_is_refused(tiny_models: TinyModels) -> None:
    with pytest.raises(InputError, match="did you mean 'rules'"):
        create_parser("udpipe", language="en", model=str(tiny_models.udpipe("en")), options={"tokenizer": "rule"})
