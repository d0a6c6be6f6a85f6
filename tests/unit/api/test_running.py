"""`run` with a script in place of Snakemake; tests/workflow has the real one."""

import pytest

import extractors as cs
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
