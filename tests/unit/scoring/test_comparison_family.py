"""The phenomena that two systems are compared on."""

import pytest

from extractors.core.errors import InputError
from extractors.scoring.comparison_family import comparison_family

HITS = {"negation": 60, "passive": 59, "reflexive": 3}


def test_the_headline_comes_first_then_what_has_many_hits():
    assert comparison_family(None, ["reflexive", "particle_verb"], HITS, HITS) == ["reflexive", "negation"]


def test_named_ones_are_the_family():
    assert comparison_family(["passive", "passive"], ["reflexive"], HITS, HITS) == ["passive"]


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(InputError) as refused:
        comparison_family(["negaton"], [], HITS, HITS)
    assert refused.value.remedy == "did you mean 'negation'? Known: negation, passive, reflexive"
