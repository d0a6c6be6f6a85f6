"""People: they judge by answering questions about outputs on a sheet (challenge_sets_suites.answer_folders)."""

from collections.abc import Sequence

from challenge_sets_suites.judges import OutputJudge
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import UNDECIDED, Verdict


class People(OutputJudge):
    """Decides nothing by itself: every output waits for the answers of people."""

    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        return [Verdict(UNDECIDED, "no person has judged this output") for _ in zip(items, outputs, strict=True)]
