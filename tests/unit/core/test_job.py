import errno
import gc
import logging
import re
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from extractors.core import logs
from extractors.core.errors import InputError
from extractors.core.job import COLLECTIONS, stage
from extractors.core.logs import log, progress, rate
from extractors.core.stopping import Terminated


def test_an_input_error_ends_the_process_with_its_message_and_not_a_traceback(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "logs" / "x.log")):
        raise InputError("bad line", path="f.txt", line=3, remedy="mend it")
    assert stopped.value.code == 1
    written = (tmp_path / "logs" / "x.log").read_text()
    assert "ERROR f.txt:3: bad line\n  remedy: mend it" in written
    assert "Traceback" not in written + capsys.readouterr().err


def test_an_error_of_the_disk_ends_the_job_in_words_with_the_files_that_it_writes(tmp_path, capsys, monkeypatch):
    job = SimpleNamespace(output=["results/small/hits.parquet"])
    monkeypatch.setattr(sys.modules["__main__"], "snakemake", job, raising=False)
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "x.log")):
        raise OSError(errno.EIO, "Input/output error")
    assert stopped.value.code == 1
    said = "ERROR while writing results/small/hits.parquet: Input/output error\n  remedy: the disk"
    assert said in (tmp_path / "x.log").read_text()
    assert said in capsys.readouterr().err


def test_a_log_that_cannot_be_made_ends_the_job_in_words(tmp_path, capsys):
    (tmp_path / "logs").touch()
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "logs" / "x.log")):
        pytest.fail("the job began")
    assert stopped.value.code == 1
    assert f"ERROR {tmp_path / 'logs'}: File exists\n  remedy: " in capsys.readouterr().err


def test_a_log_on_a_full_disk_is_told_once_and_the_work_goes_on(capsys):
    done = False
    with stage("/dev/full"):
        log.info("one")
        log.info("two")
        done = True
    assert done
    assert capsys.readouterr().err == "the log /dev/full cannot be written: No space left on device\n"


@pytest.mark.parametrize(("stop", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_a_job_that_is_stopped_says_so_in_its_log_alone(tmp_path, capsys, stop, status):
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "x.log")):
            raise stop
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert stopped.value.code == status
    assert "INFO stopped by " in (tmp_path / "x.log").read_text()
    assert capsys.readouterr().err == ""


def test_a_fault_of_the_program_leaves_its_traceback_in_the_log_and_once_on_the_terminal(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped, stage(str(tmp_path / "x.log")):
        _ = 1 / 0
    assert stopped.value.code == 1
    assert "ZeroDivisionError" in (tmp_path / "x.log").read_text()
    assert capsys.readouterr().err.count("Traceback") == 1


def test_a_job_tells_the_terminal_only_warnings(tmp_path, capsys):
    with stage(str(tmp_path / "x.log")):
        log.info("some news")
        log.warning("mind the gap")
    assert "INFO some news\n" in (tmp_path / "x.log").read_text()
    terminal = capsys.readouterr().err
    assert ("WARNING mind the gap" in terminal, "news" in terminal) == (True, False)


def test_a_job_looks_for_cycles_of_objects_less_often(tmp_path):
    with stage(str(tmp_path / "x.log")):
        assert gc.get_threshold() == COLLECTIONS


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


def test_the_log_tells_what_a_job_has_used(tmp_path, monkeypatch):
    for name, size in (("one", 3 << 19), ("two", 1 << 19)):
        (tmp_path / name).write_bytes(b"." * size)
    job = SimpleNamespace(input=[tmp_path / "one", tmp_path / "two"])
    monkeypatch.setattr(sys.modules["__main__"], "snakemake", job, raising=False)
    with stage(str(tmp_path / "x.log")):
        pass
    said = r"used ([\d,]+) MB of memory and ([\d.]+) s of CPU time for 2\.000 MB of inputs$"
    memory, seconds = re.search(said, (tmp_path / "x.log").read_text(), re.MULTILINE).groups()
    assert 10 < int(memory.replace(",", "")) < 100_000
    assert float(seconds) > 0


MOMENT = """
from extractors.core.job import Usage
before = Usage.now().memory
bytearray(b"1" * 100_000_000)
print(before, Usage.now().memory)
"""


def test_the_memory_of_a_job_is_its_peak_and_not_that_of_who_started_it():
    starter = b"1" * 600_000_000
    run = subprocess.run([sys.executable, "-c", MOMENT], capture_output=True, text=True, check=True)
    before, after = map(float, run.stdout.split())
    assert before < 300 < len(starter) / 1e6
    assert before + 150 < after < before + 250


def test_what_is_wrong_with_some_inputs_is_told_after_the_work_on_the_others(tmp_path, capsys):
    done = []

    def work():
        with stage(str(tmp_path / "x.log")) as job:
            for number in range(4):
                with job.one_of_many():
                    if number in (1, 2):
                        raise InputError("bad line", path=f"{number}.txt", line=7, remedy="mend it")
                    done.append(number)

    with pytest.raises(SystemExit) as stopped:
        work()
    assert stopped.value.code == 1
    assert done == [0, 3]
    for text in ((tmp_path / "x.log").read_text(), capsys.readouterr().err):
        assert "ERROR 1.txt:7: bad line\n  remedy: mend it" in text
        assert "ERROR 2.txt:7: bad line\n  remedy: mend it" in text
