"""Tiny models that translate."""

from importlib.util import find_spec

import pytest

from tests.tiny_models import translation as tiny


@pytest.fixture(scope="package")
def bart(tmp_path_factory):
    return tiny.save_bart(tmp_path_factory.mktemp("model") / "bart")


@pytest.fixture(scope="package", params=["bart", "marian"])
def translating(request, bart, tmp_path_factory):
    """The folder of a model of each kind."""
    if request.param == "bart":
        return bart
    if find_spec("sentencepiece") is None:
        pytest.skip("MarianTokenizer needs sentencepiece, which is not installed")
    return tiny.save_marian(tmp_path_factory.mktemp("model") / "marian")
