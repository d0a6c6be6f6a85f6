"""Names in a published set."""

import pytest

from extractors.core.errors import InputError
from extractors.publish import layout


@pytest.mark.parametrize("name", ["segments", "hits", "sets", "Hits", "default", "a/b", "..", "a b", "a+b"])
def test_a_phenomenon_that_cannot_be_a_configuration_is_refused(name):
    with pytest.raises(InputError, match="cannot") as error:
        layout.check_configuration(name)
    assert "give it an" in error.value.remedy


@pytest.mark.parametrize("name", ["all", "corpus", "particle_verb"])
def test_any_other_name_can_be_a_configuration(name):
    layout.check_configuration(name)
