"""Translation by tiny models that know a few sentences, beside transformers' own `generate`."""

import json

import pytest
import torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation.translator import Translator
from tests.tiny_models import translation as tiny

LONG = " ".join(tiny.PAIRS)
SEGMENTS = [
    *tiny.PAIRS,
    "",
    "The dog gave up.",
    "   ",
    "Roses\u2028and 😀 \u00a0 roses",
    LONG,
    "Nobody opened the room?",
    "e\u0301" * 60,
]


@pytest.mark.parametrize(("beams", "batch_sizes"), [(1, [3]), (4, [1, 64])])
def test_translations_are_those_of_transformers_segment_by_segment(translating, beams, batch_sizes):
    tokenizer, model = (
        AutoTokenizer.from_pretrained(translating),
        AutoModelForSeq2SeqLM.from_pretrained(translating).eval(),
    )

    def alone(text):
        ids = tokenizer(text.strip(), return_tensors="pt")
        with torch.inference_mode():
            generated = model.generate(**ids, num_beams=beams, do_sample=False, max_new_tokens=tiny.LIMIT - 1)
        return " ".join(tokenizer.decode(generated[0], skip_special_tokens=True).strip().splitlines())

    settings = [TranslatorSettings(model=str(translating), beams=beams, batch_size=n) for n in batch_sizes]
    results = [Translator(each).translate(SEGMENTS) for each in settings]
    assert all(result == results[0] for result in results)
    result = results[0]
    assert len(result.texts) == len(SEGMENTS)
    for number, (segment, text) in enumerate(zip(SEGMENTS, result.texts, strict=True)):
        if number not in result.in_parts:
            assert text == (alone(segment) if segment.strip() else ""), segment
    assert result.texts[: len(tiny.PAIRS)] == list(tiny.PAIRS.values()), "the model has not learnt its sentences"


def test_a_long_segment_is_translated_in_parts(bart):
    result = Translator(TranslatorSettings(model=str(bart), beams=4)).translate(SEGMENTS)
    assert result.in_parts == [SEGMENTS.index(LONG), len(SEGMENTS) - 1]
    text = result.texts[SEGMENTS.index(LONG)]
    assert all(known in text for known in tiny.PAIRS.values() if known.count(" ") > 8)


def test_a_translation_that_reaches_its_limit_is_known(bart):
    whole = Translator(TranslatorSettings(model=str(bart))).translate(SEGMENTS[:4])
    assert whole.cut == []
    result = Translator(TranslatorSettings(model=str(bart), max_length=6)).translate(SEGMENTS[:4])
    assert result.cut == [k for k, text in enumerate(whole.texts) if result.texts[k] != text] != []


def test_a_prefix_is_put_before_each_part(bart):
    prefixed = Translator(TranslatorSettings(model=str(bart), source_prefix="The dog ")).translate(["looks on."]).texts
    assert prefixed == [tiny.PAIRS["The dog looks on."]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_length": 40}, "cannot make a translation of 40 subwords"),
        ({"source_code": "en_XX"}, "has no codes of languages"),
        ({"source_prefix": "Roses " * 50}, "`source_prefix` alone is longer"),
        ({"model": "no-such-model"}, "no-such-model .translation model.*hf download"),
        ({"model": "."}, "is not a model folder"),
    ],
)
def test_what_cannot_be_is_refused(bart, tmp_path, monkeypatch, options, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(InputError, match=f"(?s){words}") as caught:
        Translator(TranslatorSettings.of({"model": str(bart), **options}))
    assert caught.value.remedy


def test_a_multilingual_model_must_be_told_its_languages_and_begins_with_the_target(tmp_path):
    folder = tiny.save_multilingual(tmp_path / "many")
    with pytest.raises(InputError, match="is for many languages"):
        Translator(TranslatorSettings(model=str(folder)))
    with pytest.raises(InputError, match="unknown language of many 'de_DF'"):
        Translator(TranslatorSettings(model=str(folder), source_code="en_XX", target_code="de_DF"))
    translator = Translator(TranslatorSettings(model=str(folder), source_code="en_XX", target_code="de_DE"))
    assert translator.generation.forced_bos_token_id == translator._tokenizer.convert_tokens_to_ids("de_DE")
    assert translator._ids("Roses")[-1] == translator._tokenizer.convert_tokens_to_ids("en_XX")
    ids = translator._tokenizer("Roses", return_tensors="pt")
    expected = translator._model.generate(
        **ids, forced_bos_token_id=translator.generation.forced_bos_token_id, max_new_tokens=39, do_sample=False
    )
    assert translator.translate(["Roses"]).texts == translator._tokenizer.batch_decode(
        expected, skip_special_tokens=True
    )


def test_the_command_writes_a_line_a_segment_and_what_made_them(bart, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.tsv").write_text("en\nShe gave up.\n\nRoses\n")
    line = ["s.tsv#en", "--model", str(bart), "--option", "beams=2", "-o", "out.txt"]
    assert cli.main(["stage", "translate", *line]) == 0
    assert (tmp_path / "out.txt").read_text() == "Sie gab auf.\n\nRosen\n"
    about = json.loads((tmp_path / "out.txt.json").read_text())
    assert (about["model"], about["beams"], about["segments"], about["empty"]) == ("bart", 2, 3, 1)
    assert len(about["checksum"]) == 64
    (tmp_path / "out.txt").unlink()
    assert cli.main(["stage", "translate", "s.tsv#en", "--model", "nothing/here", "-o", "out.txt"]) == 1
    assert not (tmp_path / "out.txt").exists()
