"""What `import extractors` offers, and what it costs."""

import pytest

import extractors


def test_the_names_are_those_of_all_and_each_is_documented():
    assert dir(extractors) == sorted(extractors.__all__)
    for name in extractors.__all__:
        assert getattr(extractors, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'skore'"):
        extractors.skore  # noqa: B018
