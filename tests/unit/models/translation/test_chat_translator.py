"""A decoder-only model asked by its chat template, beside transformers' own `generate`."""

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from extractors.core.errors import InputError
from extractors.models.tool_settings import TranslatorSettings
from extractors.models.translation.chat_translator import ChatTranslator
from tests.tiny_models import causal
from tests.tiny_models import translation as tiny

SEGMENTS = [text for text in tiny.PAIRS if len(text) < 30][:5]


@pytest.fixture(scope="module")
def chatting(tmp_path_factory):
    return causal.save_gpt2(tmp_path_factory.mktemp("model") / "gpt2", template=causal.TEMPLATE)


def translator(folder, **settings):
    given = {"model": str(folder), "kind": "chat", "prompt": "{source}", "max_length": 8}
    return ChatTranslator(TranslatorSettings.of(given | settings), None)


@pytest.mark.parametrize("batch_size", [1, 3, 16])
def test_answers_are_those_of_transformers_segment_by_segment(chatting, batch_size):
    tokenizer = AutoTokenizer.from_pretrained(chatting)
    model = AutoModelForCausalLM.from_pretrained(chatting).eval()

    def alone(text):
        ids = tokenizer(f"<user> {text}\n<assistant>", return_tensors="pt")
        with torch.inference_mode():
            row = model.generate(**ids, do_sample=False, max_new_tokens=8, pad_token_id=0)[
                0, ids["input_ids"].shape[1] :
            ]
        return " ".join(tokenizer.decode(row, skip_special_tokens=True).split("\n")).strip()

    result = translator(chatting, batch_size=batch_size).translate([*SEGMENTS, "", "  "])
    expected = [alone(text) for text in SEGMENTS]
    assert [" ".join(text.split()) for text in result.texts] == [*(" ".join(one.split()) for one in expected), "", ""]


def test_answers_that_reach_their_limit_are_named(chatting):
    result = translator(chatting, max_length=1).translate(SEGMENTS)
    assert result.cut
    assert set(result.cut) <= set(range(len(SEGMENTS)))


def test_weights_may_have_half_the_precision(chatting):
    made = translator(chatting, dtype="bfloat16")
    assert next(made._model.parameters()).dtype == torch.bfloat16
    assert len(made.translate(SEGMENTS).texts) == len(SEGMENTS)
    assert made.about()["dtype"] == "bfloat16"


def test_a_model_without_a_template_is_refused(tmp_path):
    with pytest.raises(InputError, match="has no chat template"):
        translator(causal.save_gpt2(tmp_path / "plain"))


def test_a_question_that_leaves_no_room_is_refused_with_its_segment(chatting):
    with pytest.raises(InputError, match="segment_id 1: the question has"):
        translator(chatting).translate(["a", "the dog " * 200])
