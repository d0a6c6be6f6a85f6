"""Configs of runs in a test's own folder: read, or refused at a line."""

import re

import pytest

from extractors.config.run import load_config
from extractors.core.errors import InputError


def load(folder, text, **overrides):
    """The run of a config."""
    (folder / "c.yaml").write_text(text, encoding="utf-8")
    return load_config([folder / "c.yaml"], overrides=overrides)


def refused(folder, text, words, line):
    """The error of a config: its words are a regular expression of the whole message."""
    with pytest.raises(InputError) as caught:
        load(folder, text)
    assert re.search(words, str(caught.value).replace("\n", " ")), caught.value
    assert (caught.value.path, caught.value.line) == (folder / "c.yaml", line)
    assert caught.value.remedy
    return caught.value
