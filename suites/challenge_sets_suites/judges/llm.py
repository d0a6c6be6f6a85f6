"""A language model as a judge: asked about each output, it answers right, wrong or unclear, with a reason.

Its verdicts are not people's. Its accuracy says nothing until a sample of people's answers tells how often it errs
(challenge_sets_suites.judge_calibration). An output can also talk to the model; a verdict is as open to that as any
answer.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from challenge_sets_suites.judges import OutputJudge
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from challenge_sets_suites.translation.batch_files import BatchFiles
from challenge_sets_suites.translation.chat_endpoint import ChatEndpoint
from challenge_sets_suites.translation.kept_answers import ChatAnswer
from challenge_sets_suites.translation.model_server import EndpointSettings
from extractors.core.errors import InputError
from extractors.core.jsonfile import of_pairs
from extractors.core.languages import UNDETERMINED, language_name
from extractors.core.logs import log

PROMPT = """\
You check one point of a translation from {source_language} into {target_language}; other errors do not count.

Source: {source}
Translation: {output}
Phenomenon: {phenomenon}
Question: {question}

Answer with a JSON object and nothing else: {"verdict": "right" or "wrong" or "unclear", "reason": "one sentence"}"""
THINKING, THOUGHT = "<think>", "</think>"
"""Around what models that reason write first, where the server leaves it in the answer; a template may have written the
first itself."""
QUESTION = "Is the phenomenon of the source translated right?"
VERDICTS_OF = {"right": RIGHT, "wrong": WRONG, "unclear": UNDECIDED}
LONGEST_REASON = 300
NOT_ASKED_YET = "the model was not asked yet"


class Llm(OutputJudge):
    """Asks a chat model behind a server of OpenAI's protocol, or by files.

    Args:
        model: its name at the server; it, `answers`, and `url` or `questions` must be given.
        url, key_variable, parameters, at_once, requests_per_minute: of the server, see `EndpointSettings`.
        questions: without a server: the file for the questions that are not answered yet (`BatchFiles`).
        answers: the file of JSON Lines in which its answers stay; what is answered there is not asked again.
        meanings: by phenomenon, what the model is told of it in place of its id.
        prompt: with {source}, {output}, {phenomenon}, {question}, {source_language}, {target_language}; it must ask for
            the JSON object of PROMPT.
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        answers: str | None = None,
        url: str | None = None,
        questions: str | None = None,
        source_language: str,
        target_language: str,
        prompt: str = PROMPT,
        key_variable: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        at_once: int = 4,
        requests_per_minute: float | None = None,
        meanings: Mapping[str, str] | None = None,
    ) -> None:
        if lacking := [name for name in ("{source}", "{output}") if name not in prompt]:
            raise InputError(f"the prompt has no {lacking[0]}", remedy="write it into `prompt`")
        if not model or not answers or (url is None) == (questions is None):
            named = {"model": model, "answers": answers, "url": url, "questions": questions}
            names = ", ".join(filter(named.get, named)) or "none"
            raise InputError(
                "the judge llm needs `model`, `answers` (the file in which they stay), and `url` (of a server) or"
                f" `questions` (a file for them), one of the two; given: {names}",
                remedy="give all three: --option model=NAME --option answers=FILE --option url=URL"
                " (in a config, judge_options)",
            )
        languages = {"source_language": source_language, "target_language": target_language}
        for name, code in languages.items():
            if code == UNDETERMINED and f"{{{name}}}" in prompt:
                raise InputError(
                    f"the prompt names the {name.replace('_', ' ')}, which nobody named",
                    remedy=f"give --format-option {name}=LANG (in a config, {name}), or a `prompt` without {{{name}}}",
                )
        sent = {"temperature": 0} | dict(parameters or {})
        self._prompt, self._meanings = prompt, meanings or {}
        self._names = {f"{{{name}}}": language_name(code) for name, code in languages.items()}
        self._asked: ChatEndpoint | BatchFiles
        if url is None:
            self._asked = BatchFiles(model, sent, Path(str(questions)), Path(answers))
        else:
            server = {"key_variable": key_variable, "requests_per_minute": requests_per_minute}
            settings = EndpointSettings.of({"url": url, "at_once": at_once, "parameters": sent, **server})
            self._asked = ChatEndpoint(settings, model, Path(answers))
        self._model = model

    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        """Ask the model about each output that is not empty, and return its verdicts with its words as the reasons."""
        asked = [n for n, output in enumerate(outputs) if output.strip()]
        questions = [[{"role": "user", "content": self._question(items[n], outputs[n])}] for n in asked]
        verdicts = [Verdict(WRONG, "the output is empty")] * len(outputs)
        unread = 0
        for n, answer in zip(asked, self._asked.ask(questions), strict=True):
            if answer is None:
                verdicts[n] = Verdict(UNDECIDED, NOT_ASKED_YET)
                continue
            verdict = verdict_of(answer)
            unread += verdict is None
            verdicts[n] = verdict or Verdict(UNDECIDED, "the model gave no verdict that can be read")
        answered = [verdicts[n] for n in asked if verdicts[n].verdict in (RIGHT, WRONG)]
        if answered:
            log.warning(
                "%s: these verdicts are a model's, uncalibrated: give people a sample (suite sheet --sample), then run"
                " suite calibrate",
                self._model,
            )
        if unread:
            log.warning("%s: %d of %d answers hold no verdict that can be read", self._model, unread, len(asked))
        return verdicts

    def _question(self, item: Item, output: str) -> str:
        values = {
            **self._names,
            "{phenomenon}": self._meanings.get(item.phenomenon, item.phenomenon),
            "{question}": item.question or QUESTION,
            "{source}": item.source,
            "{output}": output,
        }
        # One pass, so that braces in a text stay as they are.
        return re.sub("|".join(map(re.escape, values)), lambda name: values[name[0]], self._prompt)


def without_thinking(answer: str) -> str:
    """Remove the reasoning before an answer; nothing is left of an answer that was cut while the model reasoned."""
    _, ended, rest = answer.rpartition(THOUGHT)
    if answer.lstrip().startswith(THINKING) or (ended and THINKING not in answer):
        return rest if ended else ""
    return answer


def verdict_of(answer: ChatAnswer) -> Verdict | None:
    """Read the verdict from the JSON objects in an answer, its reasoning left out; None if no object has one.

    Objects that disagree are undecided: one of them may be quoted, or the output's own.
    """
    text = without_thinking(answer.text)
    objects = [entry for entry in _objects(text) if _verdict_word(entry) in VERDICTS_OF]
    if not objects:
        return None
    verdicts = {_verdict_word(entry) for entry in objects}
    if len(verdicts) > 1:
        return Verdict(UNDECIDED, f"the model says several: {', '.join(sorted(verdicts))}")
    reason = " ".join(str(objects[-1].get("reason", "")).split())[:LONGEST_REASON]
    return Verdict(VERDICTS_OF[verdicts.pop()], f"the model says: {reason or 'nothing more'}")


def _verdict_word(answer: Mapping[str, Any]) -> str:
    return str(answer.get("verdict")).strip().lower()


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text that are not inside another."""
    decoder, place = json.JSONDecoder(object_pairs_hook=of_pairs), text.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield value
        place = text.find("{", end)
