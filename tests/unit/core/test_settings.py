from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from extractors.core import yamlfile
from extractors.core.errors import InputError
from extractors.core.settings import REQUIRED, Settings, setting


@dataclass(frozen=True, kw_only=True)
class Kennel(Settings):
    name: str = setting(REQUIRED, "what it is called", minLength=1)
    dogs: int = setting(2, "how many there are", minimum=1)
    breed: str = setting("poodle", "their breed", enum=["poodle", "pug"])
    vet: str | None = setting(None, "who comes")
    days: tuple[str, ...] = setting(("monday",), "when it is open")
    prices: Mapping[str, float] = setting({}, "by service", additionalProperties={"type": "number", "minimum": 0})


def test_the_schema_has_types_rules_defaults_and_meanings():
    schema = Kennel.schema()
    assert schema["required"] == ["name"]
    assert schema["properties"]["dogs"] == {
        "description": "how many there are",
        "type": "integer",
        "minimum": 1,
        "default": 2,
    }
    assert schema["properties"]["vet"]["type"] == ["string", "null"]
    assert schema["properties"]["days"]["items"] == {"type": "string"}
    assert Kennel.defaults() == {"dogs": 2, "breed": "poodle", "vet": None, "days": ["monday"], "prices": {}}


def test_values_go_to_json_and_back():
    kennel = Kennel(name="Rex", days=("monday", "sunday"), prices={"bath": 9.5})
    values = kennel.as_dict()
    assert values["days"] == ["monday", "sunday"]
    assert not yamlfile.problems(values, Kennel.schema())
    assert Kennel.of(values) == kennel
    assert Kennel.of({"name": "Rex", "cats": 3}) == Kennel(name="Rex")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"dogs": 0}, "dogs: 0 is less than the minimum of 1"),
        ({"dogs": True}, "dogs: True is not of type 'integer'"),
        ({"breed": "pgu"}, "did you mean 'pug'"),
        ({"name": ""}, "name"),
        ({"prices": {"bath": -1}}, "prices.bath"),
        ({"days": "monday"}, "days"),
    ],
)
def test_a_value_that_breaks_its_rules_is_refused_in_words(wrong, words):
    with pytest.raises(InputError) as caught:
        Kennel(**{"name": "Rex"} | wrong)
    assert words in str(caught.value)


def test_a_setting_of_a_type_without_a_schema_is_a_fault_of_the_program():
    @dataclass(frozen=True, kw_only=True)
    class Odd(Settings):
        thing: complex = setting(1j, "a number that JSON does not have")

    with pytest.raises(TypeError, match="cannot be of type"):
        Odd.schema()
