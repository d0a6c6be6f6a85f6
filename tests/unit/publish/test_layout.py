"""Names in a published set."""

import pytest

from extractors.core.errors import InputError
from extractors.publish import layout


@pytest.mark.parametrize("name", ["segments", "hits", "sets", "Hits", "default", "a/b", "..", "a b", "a+b"])
def test_a_phenomenon_that_cannot_be_a_configuration_is_refused(name):
    with pytest.raises(InputError, match="cannot") as error:
        layout.check_configuration(name)
    assert "another id" in error.value.remedy


@pytest.mark.parametrize(("name", "version"), [("all", 2), ("corpus", 2), ("hits", 1), ("particle_verb", 2)])
def test_each_version_of_the_layout_keeps_other_names(name, version):
    layout.check_configuration(name, version)


def test_every_version_that_is_read_has_its_places():
    assert list(layout.PLACES) == list(layout.RESERVED) == [layout.FIRST_FORMAT, layout.FORMAT]
