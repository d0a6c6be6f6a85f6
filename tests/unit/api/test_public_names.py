"""What `import extractors` offers, and what it costs."""

import inspect
import subprocess
import sys

import pytest

import challenge_sets
import extractors
import extractors.score.metrics as metrics_by_path
from extractors.api import scoring
from extractors.score import metrics


def said(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_the_names_are_those_of_all_and_each_is_documented():
    assert dir(extractors) == sorted(extractors.__all__) == dir(challenge_sets)
    for name in extractors.__all__:
        assert getattr(extractors, name).__doc__
        assert getattr(challenge_sets, name) is getattr(extractors, name)
    with pytest.raises(AttributeError, match="no attribute 'skore'"):
        extractors.skore  # noqa: B018


def test_score_is_the_function_and_leads_to_the_modules_of_its_folder(monkeypatch):
    assert extractors.score.metrics is metrics is metrics_by_path
    assert inspect.signature(extractors.score) == inspect.signature(scoring.score)
    assert inspect.getdoc(extractors.score) == inspect.getdoc(scoring.score)
    monkeypatch.setattr("extractors.score.metrics.create_metric", None)
    assert metrics.create_metric is None
