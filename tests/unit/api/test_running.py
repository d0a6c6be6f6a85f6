"""`run` with a script in place of Snakemake; tests/workflow has the real one."""

import fcntl

import pytest

import extractors as cs
from extractors.api import running
from extractors.core import lock
from tests.builders import small_results

pytestmark = pytest.mark.usefixtures("snakemake")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The current folder, with a project `p`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p").mkdir()
    (tmp_path / "p/config.yaml").write_text("corpora: {small: {}}\n")
    return tmp_path


def test_a_project_runs_in_its_folder_and_gives_results_by_corpus(folder):
    (folder / "p/Snakefile").touch()
    assert cs.run("p/config.yaml", targets=["extract"], cores=2) == {}
    said = (folder / "arguments").read_text()
    assert said == "-m snakemake --snakefile p/Snakefile --directory p --cores 2 -- extract\n"
    small_results.make(folder / "p", accuracy=False)
    (name, results), *others = cs.run("p/config.yaml", dry_run=True).items()
    assert (name, others) == ("small", [])
    assert "findings" in results.names


def test_a_config_alone_runs_by_the_shipped_workflow_from_any_folder(folder):
    cs.run("p/config.yaml", folder=".")
    said = (folder / "arguments").read_text().split()
    assert said[said.index("--configfile") + 1] == str(folder / "p/config.yaml")
    assert said[said.index("--directory") + 1] == "."
    assert said[-3:] == ["extract", "score", "report"]


def test_a_failure_has_the_status_and_the_last_lines(snakemake):
    snakemake("echo no disk left >&2; exit 7")
    with pytest.raises(cs.RunFailedError, match="no disk left") as raised:
        cs.run("p/config.yaml")
    assert raised.value.status == 7


def test_no_core_is_refused():
    with pytest.raises(cs.InputError, match="cores must be 1 or more, got"):
        cs.run("p/config.yaml", cores=0)


def test_a_config_that_is_no_path_is_refused():
    with pytest.raises(cs.InputError, match=r"the config must be the path of a file, got \{'corpora'"):
        cs.run({"corpora": {}})


def test_aliases_that_would_hang_snakemake_are_refused_before_it_starts(tmp_path):
    lines = ["a0: &a0 {x: 1}", *(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 29))]
    (tmp_path / "bomb.yaml").write_text("\n".join(lines))
    with pytest.raises(cs.InputError, match="stands for more than"):
        cs.run(tmp_path / "bomb.yaml")


@pytest.fixture
def unlocks(folder, monkeypatch):
    """A function: the config's settings and the folders of results with our lock; whether Snakemake's is removed."""
    monkeypatch.setattr(running, "BEGINNING", 0)
    unlocked = []
    monkeypatch.setattr(running.subprocess, "run", lambda command, **_: unlocked.append(command[-1]))

    def does(settings, *places):
        (folder / "p/config.yaml").write_text(settings)
        (folder / "p/.snakemake/locks").mkdir(parents=True)
        (folder / "p/.snakemake/locks/0.input.lock").touch()
        for place in places:
            (folder / "p/results" / place).mkdir(parents=True)
            (folder / "p/results" / place / lock.LOCK).touch()
        cs.run("p/config.yaml")
        return unlocked == ["--unlock"]

    return does


@pytest.mark.parametrize("place", ["small", "suites/words"])
def test_the_lock_of_a_killed_run_is_removed(unlocks, place):
    assert unlocks("suites: {words: {}}\n", place)


@pytest.mark.parametrize("place", ["other", "suites/words"])
def test_the_lock_of_a_live_run_stays(unlocks, tmp_path, place):
    at_work = tmp_path / "p/results" / place
    at_work.mkdir(parents=True)
    with (at_work / lock.LOCK).open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        assert not unlocks("corpora: {small: {}}\nsuites: {words: {}}\n", "small")


def test_a_run_that_is_killed_before_it_takes_our_lock_has_left_snakemakes(unlocks):
    assert unlocks("suites: {words: {}}\n")


def test_a_lock_stays_where_nothing_tells_of_a_run(unlocks):
    assert not unlocks("download: false\n")


def test_a_lock_stays_on_a_file_system_without_locks(unlocks, monkeypatch):
    def fails(*_):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", fails)
    assert not unlocks("corpora: {small: {}}\n", "small")
