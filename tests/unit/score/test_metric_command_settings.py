"""Commands of metrics: presets, placeholders and what is refused."""

import re

import pytest

from extractors.core.errors import InputError
from extractors.score.metric_command_settings import MetricCommand, presets
from tests import ROOT


def test_the_presets_score_with_and_without_references():
    assert {name for name in presets() if not MetricCommand.of({"preset": name}).takes_reference} == {
        "cometkiwi-22",
        "metricx-24-qe",
        "gemba-mqm",
        "gemba-da",
    }


def test_what_stands_beside_a_preset_takes_its_place():
    command = MetricCommand.of({"preset": "comet-22", "resources": {"gpu": 0}})
    assert (command.gpus, "wmt22-comet-da" in command.command) == (0, True)
    # What a manifest keeps is read as the same.
    assert MetricCommand.of(command.as_dict()) == command.model_copy(update={"range": None})


@pytest.mark.parametrize(
    ("written", "problem", "remedy"),
    [
        ({"preset": "comet-23"}, "unknown preset 'comet-23'", "did you mean 'comet-22'"),
        ({"command": "x {outputs}"}, "unknown placeholder {outputs}", "did you mean 'output'?"),
        ({"command": "x {output!r}"}, "unknown placeholder {output!r}", "write {{ and }}"),
        ({"command": "x {output} | awk '{print $1}'"}, "unknown placeholder {print $1}", "write {{ and }}"),
        ({"command": "x {output"}, "a brace without its other", "write {{ and }}"),
        ({"command": "x {source}"}, "reads no translations", "{output}"),
        ({"command": "x {output}", "range": [1, 1]}, "the range [1.0, 1.0] has no scores", "[0, 1]"),
        ({"command": "x {output}", "version": "1", "version_command": "x"}, "both given", "keep one"),
    ],
)
def test_a_fault_is_told_with_a_remedy(written, problem, remedy):
    with pytest.raises(InputError) as caught:
        MetricCommand.of(written)
    assert problem in caught.value.problem
    assert remedy in str(caught.value.remedy)


def test_every_preset_has_a_row_in_the_docs():
    rows = re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs/test-sets.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert presets().keys() <= set(rows)
