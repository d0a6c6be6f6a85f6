"""Costs by a tiny model behind a server of vLLM's protocol are those by the same model here."""

import json

import pytest

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.translation import kept_endpoint
from challenge_sets_suites.translation.endpoint_pair_scorer import EndpointPairScorer
from challenge_sets_suites.translation.pair_scorer import pair_scorer
from extractors import __main__ as cli
from extractors.core.errors import InputError
from tests.builders import chat_server
from tests.builders.chat_server import raw, status
from tests.tiny_models import causal

PAIRS = [
    ("The dog looks on.", "Der Hund sieht zu."),
    ("The dog looks on.", "Die Hund sieht \N{GRINNING FACE} zu."),
    ("Roses", "R"),
    ("Roses", "R"),
]
PROMPT = "English: {source}\nGerman: "


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    return causal.save_gpt2(tmp_path_factory.mktemp("model") / "gpt2", template=causal.TEMPLATE)


def completion(**choice):
    said = {"model": "tiny-1", "choices": [{"index": 0, "text": " x", "logprobs": None, **choice}]}
    return raw(json.dumps(said).encode())


@pytest.fixture
def server(gpt2, monkeypatch):
    monkeypatch.setattr(kept_endpoint, "FIRST_PAUSE", 0.01)
    network, _ = causal.load(gpt2)
    answer = lambda prompt: completion(prompt_logprobs=causal.prompt_log_probabilities(network, prompt))  # noqa: E731
    with chat_server.serving(answer) as running:
        yield running


def scorer(server, folder, path, **options):
    given = {"model": "tiny", "tokenizer": str(folder), "kind": "causal", "prompt": PROMPT} | options
    settings = PairScorerSettings.of(given | {"endpoint": {"url": server.url}})
    return EndpointPairScorer(settings, settings.endpoint, path / "answers.jsonl")


@pytest.mark.parametrize("options", [{}, {"normalise": True}, {"kind": "chat", "prompt": "{source}"}])
def test_costs_are_those_of_the_same_model_here(server, gpt2, tmp_path, options):
    here = {"model": str(gpt2), "kind": "causal", "prompt": PROMPT, **options}
    expected = pair_scorer(PairScorerSettings.of(here)).costs(PAIRS)
    server.faults.append(status(500))
    found = scorer(server, gpt2, tmp_path, **options)
    assert found.costs(PAIRS) == pytest.approx(expected, abs=1e-5)
    assert {(request["model"], request["prompt_logprobs"]) for request in server.requests} == {("tiny", 1)}
    # Equal pairs are asked about once, and again never.
    assert len(server.requests) == 1 + len(set(PAIRS))
    assert scorer(server, gpt2, tmp_path, **options).costs(PAIRS) == pytest.approx(expected, abs=1e-5)
    assert len(server.requests) == 1 + len(set(PAIRS))
    assert found.about()["tokenizer"] == gpt2.name


def test_a_server_of_llama_cpp_is_refused_with_the_reason(gpt2, tmp_path):
    said = {"logprobs": {"content": [{"token": " x", "logprob": 0.0}]}}
    with (
        chat_server.serving(lambda _: completion(**said), software="llama.cpp") as llama,
        pytest.raises(InputError, match=r"llama\.cpp, issue 27174") as caught,
    ):
        scorer(llama, gpt2, tmp_path).costs(PAIRS)
    assert "vLLM" in caught.value.remedy
    assert not (tmp_path / "answers.jsonl").exists()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (completion(), "returns no `prompt_logprobs`"),
        (completion(prompt_logprobs=[None, {"7": {"logprob": -1.0}}]), "of other subwords than those of"),
    ],
)
def test_a_server_that_scores_nothing_or_something_else_is_refused(gpt2, tmp_path, answer, words):
    with chat_server.serving(lambda _: answer) as other, pytest.raises(InputError, match=words):
        scorer(other, gpt2, tmp_path).costs(PAIRS)


def test_an_empty_translation_is_refused_before_the_first_request(server, gpt2, tmp_path):
    with pytest.raises(InputError, match="text 2 is empty"):
        scorer(server, gpt2, tmp_path).costs([PAIRS[0], ("Roses", "")])
    assert not server.requests


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kind": "seq2seq"}, "an endpoint is for a decoder-only model"),
        ({"dtype": "bfloat16"}, "`dtype` is not heeded"),
        ({"endpoint": None}, "`tokenizer` is for a model behind a server"),
    ],
)
def test_options_that_a_server_does_not_heed_are_refused(options, words):
    given = {"model": "m", "tokenizer": "t", "kind": "causal", "endpoint": {"url": "http://localhost:1/v1"}}
    with pytest.raises(InputError, match=words):
        PairScorerSettings.of(given | options)


def test_the_command_writes_the_scores(server, gpt2, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    error = {"type": "np_agreement", "contrastive": PAIRS[1][1]}
    sentences = [{"source": PAIRS[0][0], "reference": PAIRS[0][1], "errors": [error]}]
    (tmp_path / "pairs.json").write_text(json.dumps(sentences), encoding="utf-8")
    line = ["suite", "score-pairs", "pairs.json", "--model", "tiny", "--option", f"tokenizer={gpt2}"]
    line += ["--option", "kind=causal", "--prompt", r"English: {source}\nGerman: "]
    line += ["--endpoint", server.url, "-o", "tiny.scores"]
    assert cli.main(line) == 0
    expected = scorer(server, gpt2, tmp_path).costs(PAIRS[:2])
    assert read_scores(tmp_path / "tiny.scores") == pytest.approx(expected, abs=1e-5)
    assert (tmp_path / "tiny.answers.jsonl").exists()
    assert json.loads((tmp_path / "tiny.scores.json").read_text())["url"] == server.url
