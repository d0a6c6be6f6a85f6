from typing import Annotated, Literal

import pytest
from pydantic import Field

from extractors.core.errors import InputError
from extractors.core.settings import Distinct, Settings, Text, apart, named


class Owner(Settings):
    phone: Text
    town: str = ""


class Kennel(Settings):
    name: Text = Field(description="what it is called")
    dogs: int = Field(default=2, ge=1, description="how many there are")
    share: float = Field(default=0.5, ge=0, lt=1, description="of poodles")
    breed: Literal["poodle", "pug"] = Field(default="poodle", description="their breed")
    vet: str | dict[str, str] | None = Field(default=None, description="who comes, or who by day")
    days: Distinct[str] = Field(default=("monday",), min_length=1, description="when it is open")
    prices: dict[str, Annotated[float, Field(ge=0)]] = Field(default={}, description="by service")
    walks: dict[str, dict[str, int]] = Field(default={}, description="by dog")
    owners: dict[str, Owner] = Field(default={}, description="by dog")


class Kennels(Settings):
    by_town: Annotated[dict[Annotated[str, named("town")], Kennel], apart("town")] = Field(
        default={}, description="by town"
    )


def test_values_go_to_json_and_back():
    kennel = Kennel(name="Rex", days=("monday", "sunday"), prices={"bath": 9.5})
    values = kennel.as_dict()
    assert values["days"] == ["monday", "sunday"]
    assert Kennel.of(values) == kennel
    assert Kennels.of({"by_town": {"Bonn": values}}).by_town == {"Bonn": kennel}


def test_what_is_set_stands_over_what_another_block_has():
    own, of_all = Kennel.of({"name": "Rex", "vet": None}), Kennel.of({"name": "all", "dogs": 7, "vet": "Kim"})
    together = own.over(of_all)
    assert (together.name, together.dogs, together.vet) == ("Rex", 7, None)
    assert (of_all.name, of_all.vet) == ("all", "Kim")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"dogs": 0}, "dogs must be at least 1, got 0"),
        ({"dogs": True}, "dogs must be a whole number, got True"),
        ({"share": 5}, "share must be at least 0 and below 1, got 5"),
        ({"share": float("nan")}, "share must be a number, got nan"),
        ({"breed": "pgu"}, "unknown value 'pgu' for breed\n  remedy: did you mean 'pug'"),
        ({"name": ""}, "name must have at least 1 character, got ''"),
        ({"prices": {"bath": -1}}, "prices.bath must be"),
        ({"days": "monday"}, "days must be a list, got 'monday'\n  remedy: write `days: [monday]`; when it is open"),
        ({"prices": ["bath"]}, "got ['bath']\n  remedy: write `prices: {NAME: VALUE, ...}`; by service"),
        ({"walks": ["Rex", "a b"]}, "remedy: write `walks: {Rex: {}, 'a b': {}}`; by dog"),
        ({"days": "monday,friday"}, "remedy: write `days: [monday, friday]`; when it is open"),
        ({"days": "a b"}, "remedy: write `days: ['a b']`; when it is open"),
        ({"walks": "Rex, Max"}, "remedy: write `walks: {Rex: {}, Max: {}}`; by dog"),
        ({"owners": [{"phone": "1"}]}, "remedy: write `owners: {NAME: {phone: ...}}`; by dog"),
        ({"days": []}, "days must have at least 1 item, got []"),
        ({"days": ["monday", "monday"]}, "'monday' is given twice\n  remedy: keep one"),
        ({"vet": 3}, "vet must be a text or a mapping, got 3\n  remedy: who comes, or who by day"),
        ({"vet": {"monday": 3}}, "vet.monday must be a text, got 3"),
        ({"dgos": 1}, "unknown key 'dgos' in the settings\n  remedy: did you mean 'dogs'"),
    ],
)
def test_a_value_that_breaks_its_rules_is_refused_in_words(wrong, words):
    with pytest.raises(InputError) as caught:
        Kennel.of({"name": "Rex"} | wrong)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"Bonn": {"nmae": "Rex"}}, "unknown key 'nmae' in by_town.Bonn\n  remedy: did you mean 'name'"),
        ({"Bonn": {}}, "by_town.Bonn has no 'name', which it needs\n  remedy: what it is called"),
        ({"../Bonn": {"name": "Rex"}}, "'../Bonn' cannot be the name of a town"),
        ({"Bonn": {"name": "Rex"}, "BONN": {"name": "Rex"}}, "differ only in case"),
        ([], "by_town must be a mapping, got []"),
    ],
)
def test_what_is_wrong_below_is_named_with_its_place(wrong, words):
    with pytest.raises(InputError) as caught:
        Kennels.of({"by_town": wrong})
    assert words in str(caught.value)
