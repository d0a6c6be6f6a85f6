"""People: they judge by answering questions about outputs on a sheet (extractors.suites.answer_folders)."""

from collections.abc import Sequence

from extractors.formats.items import Item
from extractors.formats.judgments import UNDECIDED, Verdict
from extractors.suites.judges import OutputJudge


class People(OutputJudge):
    """Decides nothing by itself: every output waits for the answers of people."""

    def judge(self, items: Sequence[Item], outputs: Sequence[str]) -> list[Verdict]:
        return [Verdict(UNDECIDED, "no person has judged this output") for _ in zip(items, outputs, strict=True)]
