"""The lines of a run from Snakemake's events, by the plug-in that Snakemake loads."""

import logging
from types import SimpleNamespace

import pytest
from snakemake.settings.enums import Quietness
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry
from snakemake_interface_logger_plugins.tests import MockOutputSettings, TestLogHandlerBase

from snakemake_logger_plugin_challenge_sets import LogHandler, check_config_files


@pytest.fixture(autouse=True)
def raise_exceptions(monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", True)


class TestAsThePluginInterfaceWantsIt(TestLogHandlerBase):
    __test__ = True

    def get_log_handler_cls(self):
        return LogHandler

    def get_log_handler_settings(self):
        return None


def test_targets_behind_a_config_are_not_taken_for_configs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news.yaml").touch()
    check_config_files(["--configfile", "news.yaml", "--config", "a=b", "--", "extract"])
    with pytest.raises(SystemExit, match=r"extract is not a file\n.*--configfile news.yaml -- extract score$"):
        check_config_files(["--cores", "2", "--configfile", "news.yaml", "extract", "score"])
    with pytest.raises(SystemExit, match=r"old\.yaml: no such file"):
        check_config_files(["--configfile", "old.yaml", "extract"])


def handler(**settings):
    common = MockOutputSettings()
    vars(common).update(settings)
    return LogHandler(common_settings=common, settings=None)


def record(text="", level=logging.INFO, **fields):
    made = logging.LogRecord("snakemake", level, "x.py", 1, text, (), None)
    vars(made).update(fields)
    return made


def begin(corpora=("de-en",)):
    """The records of a run up to its first job."""
    where = {"results": "results", "corpora": list(corpora), "suites": [], "alpha": 0.05}
    return [
        record("results: results", findings=where),
        record("Workflow has started!", event=LogEvent.WORKFLOW_STARTED),
    ]


def plan(**stats):
    return record(event=LogEvent.RUN_INFO, stats=stats | {"total": sum(stats.values())})


def job(number, rule, log, **wildcards):
    return record(event=LogEvent.JOB_INFO, jobid=number, rule_name=rule, wildcards=wildcards, log=[str(log)])


def lines(capsys, *records, **settings):
    """What a handler that gets these records writes to stderr and stdout."""
    taken = handler(**settings)
    for one in records:
        taken.emit(one)
    taken.close()
    return SimpleNamespace(**capsys.readouterr()._asdict())


def test_snakemake_finds_it_by_name():
    assert LoggerPluginRegistry().is_installed("challenge-sets")


def test_a_run_has_a_line_for_each_stage_and_none_of_snakemakes(capsys, tmp_path):
    (tmp_path / "log").write_text("10:00:00 INFO done: 60 segments\n")
    said = lines(
        capsys,
        record("Building DAG of jobs..."),
        *begin(),
        plan(parse_source=1, extract=1),
        record("Select jobs to execute..."),
        job(1, "parse_source", tmp_path / "log", corpus="de-en"),
        record("parser: an old model", level=logging.WARNING),
        record(event=LogEvent.JOB_FINISHED, job_id=1),
    )
    assert said.err.splitlines() == [
        "2 jobs: a line for each stage that is done",
        "parser: an old model",
        "de-en  parse_source  60 segments in 0.0 s",
    ]
    assert said.out == "", "a run that has not ended well has no findings"


@pytest.mark.parametrize("idle", [True, False])
def test_findings_end_a_run_also_one_with_nothing_to_do(capsys, tmp_path, monkeypatch, idle):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results/de-en").mkdir(parents=True)
    (tmp_path / "results/untouched").mkdir()
    done = [
        plan(export_sets=1),
        job(1, "export_sets", "log", corpus="de-en"),
        record(event=LogEvent.PROGRESS, done=1, total=1),
    ]
    said = lines(capsys, *begin(["de-en", "untouched"]), *([] if idle else done))
    folders = ["results/de-en/sets.parquet", *["results/untouched/sets.parquet"] * idle]
    assert said.out.splitlines() == folders
    assert ("nothing to be done" in said.err) is idle


@pytest.mark.parametrize(("log", "repeats"), [("10:00:01 ERROR f.txt:3: bad\n", False), ("10:00:01 INFO ok\n", True)])
def test_snakemakes_errors_are_left_out_only_where_a_job_has_told_why(capsys, tmp_path, log, repeats):
    (tmp_path / "log").write_text(log)
    said = lines(
        capsys,
        *begin(),
        plan(parse_source=1),
        job(1, "parse_source", tmp_path / "log", corpus="de-en"),
        record("died with SIGKILL", level=logging.ERROR, event=LogEvent.ERROR, exception="CalledProcessError"),
        record(event=LogEvent.JOB_ERROR, jobid=1, rule_name="parse_source", log=[str(tmp_path / "log")]),
        record("Exiting because a job execution failed.", level=logging.ERROR),
    )
    assert "error: de-en parse_source failed after 0.0 s" in said.err
    assert f"  log: {tmp_path}/log" in said.err
    assert ("died with SIGKILL" in said.err) is repeats


def test_an_error_of_the_config_is_said_and_no_findings(capsys):
    said = lines(capsys, *begin(), record("config.yaml:3: unknown key", level=logging.ERROR, event=LogEvent.ERROR))
    assert said.err == "config.yaml:3: unknown key\n"
    assert said.out == ""


def test_what_snakemake_says_without_a_run_is_shown(capsys):
    assert lines(capsys, record("Unlocked working directory.")).err == "Unlocked working directory.\n"


@pytest.mark.parametrize(
    "settings",
    [
        {"dryrun": True},
        {"verbose": True},
        {"debug_dag": True},
        {"quiet": {Quietness.RULES}},
        {"quiet": {Quietness.ALL}},
    ],
)
def test_snakemakes_own_lines_stay_where_they_are_asked_for(capsys, settings):
    assert not handler(**settings).writes_to_stream
    assert lines(capsys, *begin(), plan(parse_source=1), **settings).err == ""


def test_the_host_may_be_quiet():
    taken = handler(quiet={Quietness.HOST})
    assert taken.writes_to_stream
    taken.close()
