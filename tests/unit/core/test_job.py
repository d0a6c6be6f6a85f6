import logging

import pytest

from extractors.core import logs
from extractors.core.errors import InputError
from extractors.core.job import amount_of, stage
from extractors.core.logs import log, progress, rate


def test_an_input_error_ends_the_process_with_its_message_and_not_a_traceback(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "logs" / "x.log")):
        raise InputError("bad line", path="f.txt", line=3, remedy="mend it")
    assert stopped.value.code == 1
    written = (tmp_path / "logs" / "x.log").read_text()
    assert "ERROR f.txt:3: bad line\n  remedy: mend it" in written
    assert "Traceback" not in written + capsys.readouterr().err


def test_a_fault_of_the_program_leaves_its_traceback_in_the_log_and_once_on_the_terminal(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "x.log")):
        _ = 1 / 0
    assert stopped.value.code == 1
    assert "ZeroDivisionError" in (tmp_path / "x.log").read_text()
    assert capsys.readouterr().err.count("Traceback") == 1


def test_a_job_tells_its_log_how_much_it_did_and_the_terminal_only_warnings(tmp_path, capsys):
    with stage(str(tmp_path / "x.log")) as job:
        log.info("some news")
        log.warning("mind the gap")
        job.did(1234, "segments")
    assert amount_of(tmp_path / "x.log") == (1234, "segments")
    assert "INFO some news\n" in (tmp_path / "x.log").read_text()
    terminal = capsys.readouterr().err
    assert ("WARNING mind the gap" in terminal, "news" in terminal, "done" in terminal) == (True, False, False)


def test_a_log_without_an_amount_has_none(tmp_path):
    with stage(str(tmp_path / "x.log")):
        log.info("done: nothing of the kind")
    assert amount_of(tmp_path / "x.log") is None
    assert amount_of(tmp_path / "none.log") is None


def test_log_lines_come_once_however_often_the_terminal_is_asked_for(capsys):
    logs.to_terminal()
    logs.to_terminal()
    log.info("one line")
    assert capsys.readouterr().err.count("one line") == 1


def test_progress_says_how_many_how_fast_and_how_long(monkeypatch, caplog):
    clock = iter([0.0, 100.0, 103.0, 110.0, 111.0])
    monkeypatch.setattr(logs.time, "monotonic", lambda: next(clock))
    with caplog.at_level(logging.INFO, "extractors"):
        assert list(progress("abcd", what="parse", total=40)) == list("abcd")
    # The first item came after 100 seconds of loading, which say nothing of the speed: 2 more took 10.
    assert [r.getMessage() for r in caplog.records] == ["parse: 2 of 40, 12 a minute, 190 s left"]


@pytest.mark.parametrize(
    ("each_second", "text"),
    [
        (1500, "1,500 a second"),
        (9.96, "10 a second"),
        (1.5, "1.5 a second"),
        (0.2, "12 a minute"),
        (0.02, "1.2 a minute"),
        (0.01, "36 an hour"),
        (0.0001, "0.4 an hour"),
    ],
)
def test_a_rate_is_never_nothing_a_second(each_second, text):
    assert rate(each_second) == text
