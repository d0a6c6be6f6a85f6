"""The shell script of a program's job: what it runs, keeps and says."""

import subprocess

import pytest

from extractors.formats.segments import Corpus
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_script import MetricRun
from extractors.score.metric_texts import MetricTexts


@pytest.fixture
def folder(tmp_path):
    """One whose name a shell would take apart."""
    path = tmp_path / "it's a $folder"
    path.mkdir()
    return path


def job(folder, output="Die Eule.\rUhu", **settings):
    texts = MetricTexts(folder / "texts")
    texts.write(Corpus("en", "de", ["The owl."], {"A": ["Eine Eule."], "B": ["Der Uhu."]}), {"x": [output]})
    files = {name: folder / f"x.{name}" for name in ("output", "asked", "version", "log")}
    return MetricRun(
        metric="m",
        system="x",
        command=MetricCommand.of(settings),
        texts=texts,
        references=["A", "B"],
        languages=("en", "de", "English", "Low German"),
        **files,
    )


def run(script):
    return subprocess.run(["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True)


def test_placeholders_are_files_and_languages(folder):
    of_all = job(
        folder,
        command="cat {source} {output} {references} {items} > {scores}; echo {target_language_name} {gpu} >> {scores}",
        resources={"gpu": 2},
    )
    assert run(of_all.script()).returncode == 0
    assert of_all.output.read_text().splitlines() == [
        "The owl.",
        "Die Eule. Uhu",
        "Eine Eule.",
        "Der Uhu.",
        '{"id": 0, "source": "The owl.", "hypothesis": "Die Eule.\\rUhu", "reference": "Eine Eule."}',
        "Low German 2",
    ]


def test_a_program_runs_again_for_other_texts_or_another_command(folder):
    counts = folder / "counts"
    command = f"echo run >> '{counts}'; wc -l < {{output}}".replace("it's", "it'\\''s")
    for output, settings, runs in (
        ("a", {}, 1),
        ("a", {}, 1),
        ("b", {}, 2),
        ("b", {"range": [0, 1]}, 2),
        ("b", {"command": command + "; true"}, 3),
    ):
        asked = job(folder, output, **{"command": command, "version_command": "echo 1.0", **settings})
        done = run(asked.script())
        assert done.returncode == 0, done.stderr
        assert counts.read_text().count("run") == runs
    assert (asked.output.read_text().strip(), asked.version.read_text()) == ("1", "1.0\n")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"command": "seq 30 >&2; cat {output} | false"}, "ended with status 1:\n    21\n"),
        ({"command": "false; cat {output}"}, "ended with status 1:"),
        ({"command": "cat {output} > /dev/null"}, "the command wrote no scores"),
        ({"command": "cat {output}", "version_command": "echo no such >&2; exit 4"}, "status 4:\n    no such\n"),
        ({"command": "cat {output} )"}, "syntax error"),
    ],
)
def test_a_failure_leaves_no_scores_and_shows_the_last_lines(folder, settings, said):
    of = job(folder, **settings)
    done = run(of.script())
    assert done.returncode == 1
    assert "metric m, system x: " in done.stderr
    assert said in done.stderr
    assert "remedy: install the program" in done.stderr
    assert not of.output.exists()
    assert not of.asked.exists()
