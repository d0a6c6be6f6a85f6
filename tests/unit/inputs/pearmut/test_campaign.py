"""Campaigns of Pearmut: what `pearmut add` takes, and the marks in the source."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.inputs.pearmut.campaign import PROTOCOLS, UNSEEN, Task, campaign, marked
from tests.builders.campaigns import OUTPUTS, SOURCE


def task(name="a", outputs=OUTPUTS, **others):
    values = {"source": SOURCE, "marks": (8, 12, 26, 28), "question": "Are 'gave' & 'up' right?", **others}
    return Task(item=name, outputs=outputs, **values)


def made(*tasks, protocol="yes-no", annotators=2, seed=1):
    return campaign(tasks or [task()], name="owls", protocol=protocol, annotators=annotators, seed=seed)


def items_of(found, user=0):
    return [item for document in found["data"][user] for item in document]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_it_has_what_pearmut_add_asks_for(protocol):
    found = made(protocol=protocol)
    assert found["info"]["assignment"] == "task-based"
    assert found["info"]["protocol"] in ("DA", "ESA", "MQM")
    assert found["campaign_id"] == "owls"
    for slider in found["info"].get("sliders", []):
        assert slider["name"]
        assert slider["min"] <= slider["max"]
        assert slider["step"] > 0
    (item,) = items_of(found)
    assert isinstance(item["src"], str)
    assert all(isinstance(text, str) and not model.isdigit() for model, text in item["tgt"].items())


def test_only_yes_and_no_has_a_slider_of_its_own():
    assert made()["info"]["sliders"] == [{"name": "right", "min": 0, "max": 1, "step": 1}]
    assert all("sliders" not in made(protocol=name)["info"] for name in ("da", "esa", "mqm"))


def test_an_output_of_two_systems_is_rated_once_and_says_whose_it_is():
    (item,) = items_of(made())
    assert item["tgt"] == {"good": OUTPUTS["good"], "bad": OUTPUTS["bad"]}
    assert item["systems"] == {"good": ["good", "same"], "bad": ["bad"]}


def test_the_phenomenon_is_marked_in_the_source_and_the_question_is_above_it():
    (item,) = items_of(made())
    assert item["src"] == "The owl <b>gave</b> its old tree <b>up</b>."
    assert item["source"] == SOURCE
    assert item["instructions"] == "Are 'gave' &amp; 'up' right?"


def test_everybody_gets_all_items_in_an_order_of_their_own():
    found = made(*(task(str(n)) for n in range(20)), annotators=["anna", "ben"])
    assert found["info"]["users"] == ["anna", "ben"]
    orders = [[item["item_id"] for item in items_of(found, user)] for user in (0, 1)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(str(n) for n in range(20))
    assert made(*(task(str(n)) for n in range(20)), annotators=["anna", "ben"]) == found


def test_the_reference_is_shown_where_it_is_given():
    (item,) = items_of(made(task(reference="Die Eule gab auf.")))
    assert item["ref"] == "Die Eule gab auf."


@pytest.mark.parametrize(
    ("tasks", "match"),
    [
        ([task(outputs={"12": "Ja."})], "a name of digits alone"),
        ([task(), task()], "two items have the id 'a'"),
    ],
)
def test_what_pearmut_would_refuse_is_refused(tasks, match):
    with pytest.raises(InputError, match=match) as caught:
        made(*tasks)
    assert caught.value.remedy


def test_a_campaign_of_nothing_is_refused():
    with pytest.raises(InputError, match="nothing to rate"):
        campaign([], name="owls", protocol="da", annotators=1, seed=1)


def test_a_tag_in_a_text_is_shown_as_it_stands():
    assert marked("Use <b> here", (0, 3)) == f"<b>Use</b> <{UNSEEN}b> here"


@given(st.text(alphabet="ab <>/i", max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20))))
def test_marks_are_balanced_and_nothing_of_the_text_is_lost(text, spans):
    places = [place for start, end in spans if start < end <= len(text) for place in (start, end)]
    found = marked(text, places)
    tags = re.findall(r"</?b>", found)
    assert tags == ["<b>", "</b>"] * (len(tags) // 2)
    assert re.sub(rf"</?b>|{UNSEEN}", "", found) == text
    bold = "".join(part for part in re.findall(r"<b>(.*?)</b>", found))
    covered = {n for start, end in zip(places[::2], places[1::2], strict=True) for n in range(start, end)}
    assert bold.replace(UNSEEN, "") == "".join(text[n] for n in sorted(covered))
