"""Campaigns of Pearmut: what `pearmut add` takes, and the marks in the source."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.pearmut_tasks import PROTOCOLS, Task, campaign, damaged, marked
from extractors.core.errors import InputError
from extractors.inputs.pearmut import UNSEEN
from extractors.inputs.pearmut.answers import read_answers
from tests.builders.campaigns import OUTPUTS, SOURCE, answer, log, record


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
    assert found["info"]["protocol"] in ("DA", "ESA", "cESA", "MQM")
    assert found["campaign_id"] == "owls"
    for slider in found["info"].get("sliders", []):
        assert slider["name"]
        assert slider["min"] <= slider["max"]
        assert slider["step"] > 0
    (item,) = items_of(found)
    assert isinstance(item["src"], str)
    assert all(isinstance(text, str) and not model.isdigit() for model, text in item["tgt"].items())


def test_instructions_speak_of_bold_words_only_where_some_are_marked():
    assert "<b>bold</b>" in made(task("a", marks=()), task("b"))["info"]["instructions"]
    assert "bold" not in made(task(marks=()))["info"]["instructions"]


def test_campaigns_without_a_name_have_ids_of_their_content():
    def made_of(name):
        return campaign([task(name)], name=None, protocol="da", annotators=1, seed=1)["campaign_id"]

    assert made_of("a") == made_of("a") != made_of("b")


def test_only_yes_and_no_has_a_slider_of_its_own():
    assert made()["info"]["sliders"] == [{"name": "verdict", "min": 0, "max": 2, "step": 1}]
    assert all("sliders" not in made(protocol=name)["info"] for name in ("da", "esa", "cesa", "mqm"))


def test_an_output_of_two_systems_is_rated_once_and_says_whose_it_is():
    (item,) = items_of(made())
    assert item["tgt"] == {"good": OUTPUTS["good"], "bad": OUTPUTS["bad"]}
    assert item["systems"] == {"good": ["good", "same"], "bad": ["bad"]}


def test_the_phenomenon_is_marked_in_the_source_and_the_question_is_above_it():
    (item,) = items_of(made(task(reference="Die Eule gab auf.")))
    assert item["ref"] == "Die Eule gab auf."
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


@pytest.mark.parametrize(
    ("tasks", "match"),
    [([task(outputs={"12": "Ja."})], "a name of digits alone"), ([task(), task()], "two items have the id 'a'")],
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


MEDIA = ["<img src=x onerror=alert(1)>", "<iframe src=//x>", "<video src=x>", "<audio src=x>"]


@pytest.mark.parametrize("text", MEDIA)
def test_texts_that_pearmut_would_show_as_html_are_shown_as_text(tmp_path, text):
    found = made(task(source=text, marks=(), outputs={"a": text, "b": f"Ein {text}"}, reference=text))
    (item,) = items_of(found)
    shown = [item["src"], item["ref"], *item["tgt"].values()]
    assert not any(each.startswith(("<img ", "<iframe ", "<video ", "<audio ")) for each in shown)
    assert [each.replace(UNSEEN, "") for each in shown] == [text, text, text, f"Ein {text}"]
    spans = [(0, 3, "minor"), (2, len(text), "major")]
    path = log(tmp_path / "owls.jsonl", record({"a": answer(50, spans), "b": answer(60)}, item))
    first, second = read_answers(path)
    assert (first.output, second.output, first.source) == (text, f"Ein {text}", text)
    assert [(span.start, span.end) for span in first.spans] == [(0, 3), (1, len(text))]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_attention_checks_are_no_answers_and_can_be_passed(tmp_path, protocol):
    tasks = [task(str(n), outputs={"x": f"Die erste Eule {n} gab hier leise auf.", "y": f"Eule {n}"}) for n in range(9)]
    found = campaign(tasks, name="owls", protocol=protocol, annotators=["anna", "ben"], seed=1, checks=3)
    for user in (0, 1):
        items = items_of(found, user)
        checks = [item for item in items if "validation" in item]
        assert len(items) == 12
        assert len(checks) == 3
        for item in checks:
            (rule,) = item["validation"].values()
            if protocol == "yes-no":
                assert rule == {"verdict": [0, 0]}
                assert item["tgt"]["a"] in {text for t in tasks for text in t.outputs.values()}
            else:
                assert rule == {"score_greaterthan": "b"}
                assert item["tgt"]["a"] != item["tgt"]["b"]
        rows = [record({model: answer(9) for model in item["tgt"]}, item) for item in items]
        assert len(read_answers(log(tmp_path / "a.jsonl", *rows))) == 18


def test_attention_checks_need_another_output():
    with pytest.raises(InputError, match="attention checks need two outputs"):
        campaign([task(outputs={"a": "Eule."})], name="owls", protocol="da", annotators=1, seed=1, checks=1)


@pytest.mark.parametrize(
    ("text", "other", "made"),
    [
        ("a b c d", "w x y z", "a w x d"),
        ("猫は寝た", "犬が来た", "猫犬がた"),
        # Replaced, it would be as it was.
        ("Ja.", "Ja. Gut", "Ja. Gut"),
        ("The cat sat down", "cat sat on the mat", "cat sat on the mat"),
    ],
)
def test_the_middle_of_a_text_is_replaced(text, other, made):
    assert damaged(text, other) == made
