"""The shell script of a program's job: what it runs, keeps and says."""

import os
import shlex
import signal
import subprocess
import time

import psutil
import pytest

from extractors.core.files import read_text
from tests.builders import damage
from tests.builders.metric_job import job, run


@pytest.fixture
def folder(tmp_path):
    """One whose name a shell would take apart."""
    path = tmp_path / "it's a $folder"
    path.mkdir()
    return path


def test_placeholders_are_files_and_languages(folder):
    of_all = job(
        folder,
        command="cat {source} {output} {references} {items} > {scores}; echo {target_language_name} {gpu} >> {scores}",
        resources={"gpu": 2},
    )
    assert run(of_all).returncode == 0
    assert read_text(of_all.output).splitlines() == [
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
        asked = job(folder, [output], **{"command": command, "version_command": "echo 1.0", **settings})
        done = run(asked)
        assert done.returncode == 0, done.stderr
        assert counts.read_text().count("run") == runs
    assert (read_text(asked.output).strip(), read_text(asked.version)) == ("1", "1.0\n")


@pytest.mark.parametrize("name", ["output", "version"])
@pytest.mark.parametrize("harm", [damage.flip, lambda path: damage.cut(path, 20), lambda path: damage.cut(path, 0)])
def test_damaged_scores_are_not_kept(folder, name, harm):
    counts = folder / "counts"
    of = job(folder, command="cat {output}; echo run >> " + shlex.quote(str(counts)))
    assert run(of).returncode == 0
    scores = read_text(of.output)
    harm(getattr(of, name))
    assert run(of).returncode == 0
    assert (read_text(of.output), read_text(of.version)) == (scores, "unknown\n")
    assert counts.read_text() == "run\nrun\n"


@pytest.mark.parametrize("harm", [damage.flip, lambda path: damage.cut(path, 5), lambda path: damage.cut(path, 0)])
@pytest.mark.parametrize("name", ["source.txt", "outputs/x.txt", "outputs/x.txt.sha256"])
def test_no_program_reads_a_damaged_text(folder, name, harm):
    of = job(folder, command="cat {source} {output}")
    harm(of.texts.folder / name)
    done = run(of)
    assert done.returncode == 1
    text = of.texts.folder / name.removesuffix(".sha256")
    assert (
        f"{text}: damaged: it does not match its checksum\n  remedy: move the texts away, and run again: mv "
        in done.stderr
    )
    assert not of.output.exists()


def test_a_program_ends_with_its_job(folder):
    pids = folder / "pids"
    of = job(folder, command=f"sleep 60 & echo $$ $! >> {shlex.quote(str(pids))}; cat {{output}}; wait")
    with subprocess.Popen(["bash", "-euo", "pipefail", "-c", of.script()], start_new_session=True) as process:
        end = time.monotonic() + 20
        while not (pids.exists() and pids.read_text().endswith("\n")):
            assert time.monotonic() < end
            time.sleep(0.05)
        # As the terminal sends Ctrl-C, to all but what has a group of its own.
        os.killpg(process.pid, signal.SIGINT)
        process.wait(10)
    _, alive = psutil.wait_procs(
        [psutil.Process(int(p)) for p in pids.read_text().split() if psutil.pid_exists(int(p))], 5
    )
    assert not alive


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"command": "seq 30 >&2; cat {output} | false"}, "ended with status 1:\n    21\n"),
        ({"command": "false; cat {output}"}, "ended with status 1:"),
        ({"command": "cat {output} > /dev/null"}, "the command wrote no scores"),
        ({"command": "cat {output}", "version_command": "echo no such >&2; exit 4"}, "status 4:\n    no such\n"),
        ({"command": "cat {output} )"}, "syntax error"),
        ({"command": "sleep 60 | cat; cat {output}", "timeout": 0.2}, "took more than the 0.2 s of `timeout`:\n"),
        ({"command": "printf '\\033]0;x\\007 \\302\\233m ü' >&2; false {output}"}, "status 1:\n    ?]0;x? ?m ü\n"),
        (
            {"command": "head -c 9000000 /dev/zero | tr '\\0' y >&2; false {output}"},
            "status 1:\n    " + "y" * 500 + "\n",
        ),
    ],
)
def test_a_failure_leaves_no_scores_and_shows_the_last_lines(folder, settings, said):
    of = job(folder, **settings)
    done = run(of)
    assert done.returncode == 1
    assert "metric m, system x: " in done.stderr
    assert said in done.stderr
    assert "remedy: install the program" in done.stderr
    assert not of.output.exists()
    assert not of.asked.exists()
