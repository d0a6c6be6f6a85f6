"""Is this installation whole: what `challenge-sets doctor` looks at, each with what to do about a fault."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How a check came out."""

    OK = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True)
class CheckResult:
    """What one check found.

    Attributes:
        what: the thing that was looked at: `package torch`, `model encoder`.
        text: how it is.
        remedy: what to do; empty where nothing is to be done.
    """

    status: Status
    what: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = "".join(f"\n         {line}" for line in self.remedy.splitlines())
        return f"{self.status.value:<6} {self.what}: {self.text}{remedy}"


def ok(what: str, text: str) -> CheckResult:
    """A check that found nothing wrong."""
    return CheckResult(Status.OK, what, text)


def note(what: str, text: str, remedy: str = "") -> CheckResult:
    """What is no fault, but explains one elsewhere."""
    return CheckResult(Status.NOTE, what, text, remedy)


def fault(what: str, text: str, remedy: str) -> CheckResult:
    """What makes commands fail."""
    return CheckResult(Status.FAULT, what, text, remedy)
