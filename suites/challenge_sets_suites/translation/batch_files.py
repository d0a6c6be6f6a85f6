"""Questions to a chat model as a file, and its answers as another: for who sends them by other means than this program.

Both are those of OpenAI's Batch API, which vLLM (`vllm run-batch`) reads and writes, too: a line

    {"custom_id": KEY, "method": "POST", "url": "/v1/chat/completions", "body": {"model": ..., "messages": [...]}}

for each question, and {"custom_id": KEY, "response": {"status_code": 200, "body": {...}}} for each answer. An answer
may also be {"custom_id": KEY, "text": TEXT}. The key is a digest of the question, so that answers stay with theirs.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from challenge_sets_suites.translation.chat_endpoint import Message, answer_in
from challenge_sets_suites.translation.kept_answers import ChatAnswer, digest
from challenge_sets_suites.translation.model_server import FailedForNow
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import read_bytes, read_lines, write_text
from extractors.core.logs import log

ROUTE = "/v1/chat/completions"


class BatchFiles:
    """A chat model that is asked by a file.

    Args:
        model: its name, for whoever sends the questions.
        parameters: of each request.
        questions: the file of those that are not answered yet; it is written again with each call of `ask`.
        answers: the file of answers, if there is one yet.
    """

    def __init__(self, model: str, parameters: Mapping[str, Any], questions: Path, answers: Path) -> None:
        self._fixed = {"model": model, **parameters}
        self._questions, self._path = questions, answers
        _check_questions(questions)
        self._answers = _read(answers) if answers.is_file() else {}
        self._open: dict[str, dict[str, Any]] = {}

    def ask(self, conversations: Sequence[Sequence[Message]]) -> Iterator[ChatAnswer | None]:
        """Yield the answer to each conversation, in order, None where there is none; then write the open questions."""
        for messages in conversations:
            body = {**self._fixed, "messages": list(messages)}
            key = digest(body)
            if key not in self._answers:
                self._open[key] = {"custom_id": key, "method": "POST", "url": ROUTE, "body": body}
            yield self._answers.get(key)
        if self._open:
            with write_text(self._questions) as out:
                out.writelines(json.dumps(question, ensure_ascii=False) + "\n" for question in self._open.values())
            log.warning(
                "%s: %d questions without an answer; have them answered into %s, and run again",
                self._questions,
                len(self._open),
                self._path,
            )


def _check_questions(path: Path) -> None:
    """Refuse to replace a file that holds anything else than questions."""
    for number, line in enumerate(read_bytes(path).splitlines() if path.is_file() else [], 1):
        try:
            keys = json.loads(line).keys()
        except (ValueError, AttributeError, RecursionError):
            keys = {}
        if keys != {"custom_id", "method", "url", "body"}:
            raise InputError(
                "expected a file of questions, which new ones would replace, got something else",
                path=path,
                line=number,
                remedy="name a new file for the questions",
            )


def _read(path: Path) -> dict[str, ChatAnswer]:
    answers, failed = {}, 0
    for number, line in enumerate(read_lines(path), 1):
        row = jsonfile.loads(line, path, line=number, replace_halves=True)
        try:
            key, response = str(row["custom_id"]), row.get("response")
            if isinstance(row.get("text"), str):
                answers[key] = ChatAnswer(row["text"], "stop")
            elif row.get("error") or not response or response.get("status_code", 200) != 200:
                failed += 1
            else:
                answers[key] = answer_in(response["body"])
        except (KeyError, TypeError, AttributeError, FailedForNow):
            raise InputError(
                "expected an answer to a question of a batch",
                path=path,
                line=number,
                remedy='take the file as the server wrote it, or write {"custom_id": KEY, "text": ANSWER}',
            ) from None
    if failed:
        log.warning("%s: %d questions failed; they are asked again", path, failed)
    return answers
