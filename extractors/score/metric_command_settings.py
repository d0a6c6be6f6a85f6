"""A metric of the block `metrics` that another program computes: its command, and what its scores are."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from extractors.core import yamlfile
from extractors.core.errors import InputError, nearest
from extractors.core.settings import Settings, Text, refusal
from extractors.score.metric_settings import Options

PRESETS = Path(__file__).with_name("metric_presets.yaml")
"""Settings of programs that people use, by name."""
PLACEHOLDERS = {
    "source": "the file of the source, one segment a line",
    "output": "the file of one system's translations, one segment a line",
    "reference": "the file of the first reference, one segment a line",
    "references": "the files of all references, with blanks between them",
    "items": "a JSONL file with `id`, `source`, `hypothesis` and, if there is one, `reference` of each segment",
    "scores": "the file that the program writes; without it, what the program prints is read",
    "source_language": "the code of the source language",
    "target_language": "the code of the target language",
    "source_language_name": "the English name of the source language",
    "target_language_name": "the English name of the target language",
    "gpu": "how many GPUs `resources` asks for, 0 by default",
}
"""What `{NAME}` stands for in a command."""
OF_SHELL = "write {{ and }} for braces that the shell is to see"


@cache
def presets() -> dict[str, dict[str, Any]]:
    """The settings of each preset."""
    found: dict[str, dict[str, Any]] = yamlfile.load(PRESETS).data
    return found


def rule_name(metric: str) -> str:
    """The name of the rule that runs the program of a metric: an identifier, as Snakemake asks for."""
    return "run_metric_" + re.sub(r"\W", "_", metric)


def check_rule_names(metrics: Iterable[str]) -> None:
    """Refuse metrics whose rules would have the same name."""
    seen: dict[str, str] = {}
    for metric in metrics:
        other = seen.setdefault(rule_name(metric), metric)
        if other != metric:
            raise InputError(
                f"the metrics {other!r} and {metric!r} give the same Snakemake rule, {rule_name(metric)}",
                remedy="rename one of them: they must differ in letters, digits or _",
            )


class MetricCommand(Settings):
    """A program that writes a score for each segment of one system."""

    preset: Text | None = Field(
        default=None, description="the name of shipped settings; keys of this block override them"
    )
    command: Text = Field(
        description="the command of the shell, run once for each system, with {source}, {output}, {reference},"
        " {scores} and others for files"
    )
    version: Text | None = Field(default=None, description="the program's version, for the signature")
    version_command: Text | None = Field(
        default=None, description="a command that prints the version, instead of `version`"
    )
    needs_reference: bool = Field(
        default=False,
        description="whether corpora without references are left out, as they are if the command has {reference}",
    )
    higher_is_better: bool = Field(default=True, description="whether a better system has a higher score")
    range: tuple[float, float] | None = Field(
        default=None, strict=False, description="the least and the largest score; others are refused"
    )
    spans: bool = Field(default=False, description="whether it marks errors in the translations, as xCOMET does")
    missing: Literal["refuse", "allow"] = Field(
        default="refuse", description="whether segments may be without a score (NaN, None or empty)"
    )
    timeout: float = Field(
        default=86_400, gt=0, le=10_000_000, description="the most seconds that it may take for a system"
    )
    resources: dict[str, int | str] = Field(
        default={}, description="the resources of a job, such as gpu, mem_mb and runtime, as Snakemake knows them"
    )
    conda: Text | None = Field(
        default=None, description="the conda environment of the program, for `--sdm conda`: a file, or a name"
    )
    container: Text | None = Field(
        default=None, description="the container image of the program, for `--sdm apptainer`"
    )

    @model_validator(mode="before")
    @classmethod
    def _of_preset(cls, written: Any) -> Any:
        """The settings of the preset, under those that are written."""
        if not isinstance(written, dict) or not isinstance(name := written.get("preset"), str):
            return written
        if name not in presets():
            raise refusal(f"unknown preset {name!r}", nearest(name, presets()))
        return {**presets()[name], **written}

    @model_validator(mode="after")
    def _check_command(self) -> Self:
        names = self.placeholders
        for name in names:
            if name not in PLACEHOLDERS:
                raise refusal(
                    f"unknown placeholder {{{name}}} in the command", f"{nearest(name, PLACEHOLDERS)}; {OF_SHELL}"
                )
        if {"output", "items"}.isdisjoint(names):
            raise refusal(
                "the command reads no translations", "name the file of one system's translations in it: {output}"
            )
        if self.version is not None and self.version_command is not None:
            raise refusal("`version` and `version_command` are both given", "keep one")
        if self.range is not None and not self.range[0] < self.range[1]:
            raise refusal(f"the range {list(self.range)} has no scores", "write the least and the largest: [0, 1]")
        return self

    @property
    def placeholders(self) -> list[str]:
        """The names in braces of the command.

        Raises:
            PydanticCustomError: a brace without its other.
        """
        try:
            parts = list(Formatter().parse(self.command))
        except ValueError as error:
            raise refusal(f"the command has a brace without its other ({error})", OF_SHELL) from None
        # A conversion or a form ({output!r}, {output:s}) would be taken for part of the path.
        return [
            name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
            for _, name, form, conversion in parts
            if name is not None
        ]

    @property
    def takes_reference(self) -> bool:
        """Whether it scores nothing without a reference."""
        return self.needs_reference or not {"reference", "references"}.isdisjoint(self.placeholders)

    @property
    def sees(self) -> Literal["source", "reference"]:
        """What it sees besides the translation; a program that asks for a reference sees it."""
        return "reference" if self.takes_reference else "source"

    @property
    def conda_place(self) -> str | None:
        """The environment as Snakemake takes it in any rule file: a name, or the full path of a file."""
        is_file = self.conda is not None and self.conda.endswith((".yaml", ".yml"))
        return str(Path(self.conda).absolute()) if self.conda is not None and is_file else self.conda

    @property
    def gpus(self) -> int:
        """How many GPUs a job asks for."""
        asked = self.resources.get("gpu", 0)
        return asked if isinstance(asked, int) else 0

    @property
    def metric_options(self) -> Options:
        """The options with which `create_metric` makes the metric of these scores."""
        return {"segment_scores": True, "higher_is_better": self.higher_is_better, "sees": self.sees}
