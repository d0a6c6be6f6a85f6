"""Questions to a chat model behind a server (`/chat/completions`)."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from challenge_sets_suites.translation.kept_endpoint import KeptEndpoint
from challenge_sets_suites.translation.model_server import SHOWN, FailedForNow

Message = Mapping[str, str]
"""`role` and `content`."""


@dataclass(frozen=True)
class ChatAnswer:
    """What a model has answered.

    Attributes:
        text: empty where it gave none.
        finish: why it ended: `stop`, `length` (cut), `content_filter`, or what the server says.
        refusal: the model's words where the server marks them as a refusal.
    """

    text: str
    finish: str
    refusal: str = ""


class ChatEndpoint(KeptEndpoint[ChatAnswer]):
    """A chat model behind a server."""

    route = "/chat/completions"

    def ask(self, conversations: Sequence[Sequence[Message]]) -> Iterator[ChatAnswer]:
        """Yield the answer to each conversation, in their order; raises as `send`."""
        return self.send([{"messages": list(messages)} for messages in conversations])

    def _answer_of(self, said: Mapping[str, Any]) -> ChatAnswer:
        return answer_in(said)

    def _record_of(self, answer: ChatAnswer) -> dict[str, Any]:
        return dataclasses.asdict(answer)

    def _of_record(self, record: Mapping[str, Any]) -> ChatAnswer:
        return ChatAnswer(str(record["text"]), str(record["finish"]), str(record["refusal"]))


def answer_in(said: Mapping[str, Any]) -> ChatAnswer:
    """Read the answer in what a server sends. Raises FailedForNow if there is none."""
    try:
        choice = said["choices"][0]
        message = choice["message"]
        text, refusal = message.get("content"), message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise FailedForNow(f"an answer without choices[0].message: {json.dumps(said)[:SHOWN]}") from None
    if not isinstance(text, str | None) or not isinstance(refusal, str | None):
        raise FailedForNow("an answer whose content is not a text")
    return ChatAnswer(text or "", str(choice.get("finish_reason") or ""), refusal or "")
