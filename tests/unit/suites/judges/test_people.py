"""People judge later."""

from extractors.suites.judges.people import People
from tests.builders.suites import items_of


def test_every_output_waits_for_people():
    judge, items = People(), items_of("x", "y")
    judge.check(items, "people")
    assert [tuple(verdict) for verdict in judge.judge(items, ["Ja.", "Nein."])] == [
        ("undecided", "no person has judged this output", None)
    ] * 2
