"""The job of a metric's program on one system, with its texts."""

import subprocess

from extractors.formats.segments import Corpus
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_script import MetricRun
from extractors.score.metric_texts import MetricTexts

CORPUS = Corpus("en", "de", ["The owl."], {"A": ["Eine Eule."], "B": ["Der Uhu."]})


def job(folder, outputs=("Die Eule.\rUhu",), corpus=CORPUS, **settings):
    """The job of a command with such settings on the system x, whose texts are written."""
    texts = MetricTexts(folder / "texts")
    texts.write(corpus, {"x": outputs})
    files = {name: folder / f"x.{name}" for name in ("asked", "log")}
    return MetricRun(
        metric="m",
        system="x",
        command=MetricCommand.of(settings),
        texts=texts,
        references=list(corpus.references),
        languages=("en", "de", "English", "Low German"),
        output=folder / "x.scores.gz",
        version=folder / "x.version.gz",
        **files,
    )


def run(of, **options):
    """Run a job as Snakemake does."""
    command = ["bash", "-euo", "pipefail", "-c", of.script()]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)
