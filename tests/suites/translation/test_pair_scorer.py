"""What translations cost, by tiny models, beside a computation by hand of one pair after the other."""

import json
from functools import cache

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

from challenge_sets_suites.formats.lingeval97 import Lingeval97
from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.translation.pair_scorer import pair_scorer
from extractors import __main__ as cli
from extractors.core.errors import InputError
from tests.builders import encoders
from tests.tiny_models import causal
from tests.tiny_models import translation as tiny

PAIRS = [
    *tiny.PAIRS.items(),
    ("The dog looks on.", "Die Hund sieht zu."),
    ("The dog looks on.", "Der Hund sieht 😀 ab."),
    ("", "Rosen"),
    ("Roses", "R"),
    ("Roses", "Rosen"),
]
PROMPT = "English: {source}\nGerman: "
NEAR = 1e-5


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    return causal.save_gpt2(tmp_path_factory.mktemp("model") / "gpt2")


def scorer(folder, **options):
    return pair_scorer(PairScorerSettings.of({"model": str(folder), **options}))


def of_causal(folder, **options):
    return scorer(folder, **{"kind": "causal", "prompt": PROMPT, **options})


def minus_log_probability(logits, ids):
    """Of each id, from the logits before it, without torch's cross entropy."""
    probabilities = torch.softmax(logits.double(), dim=-1)
    return [-float(torch.log(row[token])) for row, token in zip(probabilities, ids, strict=True)]


@cache
def loaded(folder, kind):
    return AutoTokenizer.from_pretrained(folder), kind.from_pretrained(folder).eval()


def by_hand_seq2seq(folder, source, translation):
    tokenizer, model = loaded(folder, AutoModelForSeq2SeqLM)
    target = tokenizer(text_target=translation)["input_ids"]
    start = model.config.decoder_start_token_id
    with torch.inference_mode():
        logits = model(
            **tokenizer(source, return_tensors="pt"), decoder_input_ids=torch.tensor([[start, *target[:-1]]])
        ).logits[0]
    costs = minus_log_probability(logits, target)
    # BART's translations are forced to begin with <s>, which tells nothing.
    return costs[1:] if target[0] == tokenizer.bos_token_id != tokenizer.eos_token_id else costs


def by_hand_causal(folder, source, translation):
    tokenizer, model = loaded(folder, AutoModelForCausalLM)
    # The blank at the prompt's end belongs to the translation's first word.
    before = tokenizer(PROMPT.replace("{source}", source).rstrip(" "))["input_ids"]
    after = tokenizer(f" {translation}")["input_ids"]
    with torch.inference_mode():
        logits = model(torch.tensor([before + after])).logits[0]
    return minus_log_probability(logits[len(before) - 1 : -1], after)


@pytest.mark.parametrize("batch_size", [1, 3, 64])
def test_costs_of_a_translating_model_are_those_by_hand(translating, batch_size):
    expected = [by_hand_seq2seq(translating, *pair) for pair in PAIRS]
    assert scorer(translating, batch_size=batch_size).costs(PAIRS) == pytest.approx(
        [sum(e) for e in expected], abs=NEAR
    )
    normalised = scorer(translating, batch_size=batch_size, normalise=True).costs(PAIRS)
    assert normalised == pytest.approx([sum(e) / len(e) for e in expected], abs=NEAR)


@pytest.mark.parametrize("batch_size", [1, 3, 64])
def test_costs_of_a_decoder_only_model_are_those_by_hand(gpt2, batch_size):
    expected = [by_hand_causal(gpt2, *pair) for pair in PAIRS]
    assert of_causal(gpt2, batch_size=batch_size).costs(PAIRS) == pytest.approx([sum(e) for e in expected], abs=NEAR)
    normalised = of_causal(gpt2, batch_size=batch_size, normalise=True).costs(PAIRS)
    assert normalised == pytest.approx([sum(e) / len(e) for e in expected], abs=NEAR)


@pytest.fixture(scope="module")
def chatting(tmp_path_factory):
    """The decoder-only model with a chat template."""
    return causal.save_gpt2(tmp_path_factory.mktemp("model") / "chat", template=causal.TEMPLATE)


def test_a_chat_model_is_asked_by_its_template(gpt2, chatting):
    asked = of_causal(chatting, kind="chat", prompt="{source}").costs(PAIRS)
    filled = of_causal(gpt2, prompt="<user> {source}\n<assistant>").costs(PAIRS)
    assert asked == pytest.approx(filled, abs=NEAR)
    with pytest.raises(InputError, match="has no chat template"):
        of_causal(gpt2, kind="chat", prompt="{source}")


def test_weights_of_half_the_precision_give_nearly_the_same_costs(chatting):
    half = of_causal(chatting, kind="chat", prompt="{source}", dtype="bfloat16")
    assert half.about()["dtype"] == "bfloat16"
    whole = of_causal(chatting, kind="chat", prompt="{source}")
    assert half.costs(PAIRS) == pytest.approx(whole.costs(PAIRS), rel=0.05)
    assert half.costs(PAIRS) != whole.costs(PAIRS)


def test_a_model_prefers_what_it_has_learnt(bart):
    right, wrong = scorer(bart).costs([("The dog looks on.", "Der Hund sieht zu."), ("The dog looks on.", "Rosen")])
    assert right < 0.5 < 5 < wrong


def test_equal_pairs_have_equal_costs_in_whichever_batch(bart):
    pairs = [PAIRS[0], *PAIRS[4:9], PAIRS[0], *PAIRS[1:4], PAIRS[0]]
    costs = scorer(bart, batch_size=2).costs(pairs)
    assert costs[0] == costs[6] == costs[-1]


def test_a_target_that_is_no_special_token_counts_even_if_unknown(bart):
    found = scorer(bart)._subwords("Roses", "Rosen")
    assert found.counted == [False] + [True] * (len(found.target) - 1)


def test_a_language_token_does_not_count_and_the_end_does(tmp_path):
    folder = tiny.save_multilingual(tmp_path / "many")
    found = scorer(folder, source_code="en_XX", target_code="de_DE")
    tokens = found._tokenizer.convert_ids_to_tokens(found._subwords("Roses", "Ro").target)
    assert list(zip(tokens, found._subwords("Roses", "Ro").counted, strict=True))[-2:] == [
        ("</s>", True),
        ("de_DE", False),
    ]
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    target = found._subwords("Roses", "Ro").target
    with torch.inference_mode():
        logits = model(
            input_ids=torch.tensor([found._subwords("Roses", "Ro").read]),
            decoder_input_ids=torch.tensor([[target[-1], *target[:-2]]]),
        ).logits[0]
    assert found.costs([("Roses", "Ro")]) == pytest.approx([sum(minus_log_probability(logits, target[:-1]))], abs=NEAR)


def test_a_prefix_is_read_before_the_source(bart):
    assert scorer(bart, source_prefix="The dog ").costs([("looks on.", "Der Hund sieht zu.")]) == scorer(bart).costs(
        [("The dog looks on.", "Der Hund sieht zu.")]
    )


LONG = " ".join(tiny.PAIRS)


@pytest.mark.parametrize(
    ("options", "pairs", "words"),
    [
        (
            {},
            [PAIRS[0], (LONG, "Rosen")],
            "1 of 2 texts are longer than the 40 subwords .* the first is text 2: 'Rosen'",
        ),
        ({}, [("Roses", LONG)], "1 of 1 texts are longer"),
        ({"prompt": PROMPT}, [], "a prompt is for a decoder-only model"),
        ({"source_code": "en_XX"}, [], "has no codes of languages"),
        ({"kind": "causal", "prompt": PROMPT}, [], "is not a decoder-only model"),
    ],
)
def test_what_a_translating_model_cannot_score_is_refused(bart, options, pairs, words):
    with pytest.raises(InputError, match=words) as caught:
        scorer(bart, **options).costs(pairs)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("options", "pairs", "words"),
    [
        ({}, [("Roses", "Rosen " * 150)], "are longer than the 120 subwords"),
        ({}, [PAIRS[0], ("Roses", "")], "text 2 is empty"),
        ({"prompt": None}, [], "needs a prompt with {source}"),
        ({"prompt": "German: "}, [], "needs a prompt with {source}"),
        ({"prompt": "{source}"}, [("", "Rosen")], "nothing stands before the translation 'Rosen'"),
        ({"source_prefix": "a"}, [], "are for models that translate"),
        ({"kind": "seq2seq", "prompt": None}, [], "is not a sequence-to-sequence model"),
    ],
)
def test_what_a_decoder_only_model_cannot_score_is_refused(gpt2, options, pairs, words):
    with pytest.raises(InputError, match=words) as caught:
        of_causal(gpt2, **options).costs(pairs)
    assert caught.value.remedy


def test_a_model_that_reads_both_ways_is_refused(tmp_path):
    with pytest.raises(InputError, match="is not a decoder-only model"):
        of_causal(encoders.save_bert(tmp_path / "bert"))


def test_a_multilingual_model_must_be_told_both_languages(tmp_path):
    folder = tiny.save_multilingual(tmp_path / "many")
    with pytest.raises(InputError, match="is for many languages"):
        scorer(folder, source_code="en_XX")
    with pytest.raises(InputError, match="unknown language of many 'de_DF'"):
        scorer(folder, source_code="en_XX", target_code="de_DF")


def test_the_command_writes_a_file_of_scores_that_the_judge_reads(bart, gpt2, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sentences = [
        {"source": "She gave up.", "reference": "Sie gab auf.", "errors": []},
        {
            "source": "The dog looks on.",
            "reference": "Der Hund sieht zu.",
            "errors": [{"type": "np_agreement", "contrastive": "Die Hund sieht zu."}],
        },
    ]
    (tmp_path / "pairs.json").write_text(json.dumps(sentences), encoding="utf-8")
    assert cli.main(["suite", "score-pairs", "pairs.json", "--model", str(bart), "-o", "bart.scores"]) == 0
    suite, scores = Lingeval97().read(tmp_path / "pairs.json"), read_scores(tmp_path / "bart.scores")
    texts = Contrastive().texts(suite.items, suite.rest)
    assert scores == pytest.approx(scorer(bart).costs(texts), abs=1e-6)
    assert [verdict.verdict for verdict in Contrastive().judge(suite.items, scores, suite.rest)] == ["right"]
    about = json.loads((tmp_path / "bart.scores.json").read_text())
    assert (about["model"], about["kind"], about["texts"]) == ("bart", "seq2seq", 3)
    assert about["score"] == "minus log probability (natural logarithm); lower is better"
    line = f"suite score-pairs pairs.json --model {gpt2} --option kind=causal -o gpt2.scores".split()
    line += ["--option", "normalise=true"]
    assert cli.main([*line, "--prompt", r"English: {source}\nGerman: "]) == 0
    expected = of_causal(gpt2, normalise=True).costs(texts)
    assert read_scores(tmp_path / "gpt2.scores") == pytest.approx(expected, abs=1e-6)
    assert json.loads((tmp_path / "gpt2.scores.json").read_text())["prompt"] == PROMPT
    assert cli.main([*line[:-1], "none/scores", "--prompt", "no place"]) == 1
    assert not (tmp_path / "none").exists()
