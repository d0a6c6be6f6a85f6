import io

import pytest

from extractors.core import stages
from extractors.core.stages import StageLines, Ticker, duration


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Screen(io.StringIO):
    def isatty(self):
        return True


def lines(out=None):
    clock, out = Clock(), out or io.StringIO()
    return StageLines(out, clock=clock), out, clock


def log(folder, name, text):
    path = folder / f"{name}.log"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_stage_has_one_line_once_all_its_jobs_are_done(tmp_path):
    progress, out, clock = lines()
    progress.plan({"ingest_systems": 2, "parse": 1, "all": 1}, names=["de-en"])
    for job in (1, 2):
        file = log(tmp_path, job, "10:00:00 INFO done: 1,500 segments\n")
        progress.started(job, ("de-en", "ingest_systems"), file, is_one=False)
    clock.now = 4.0
    progress.finished(1)
    assert out.getvalue().splitlines() == ["4 jobs: a line for each stage that is done"]
    clock.now = 20.0
    progress.finished(2)
    progress.started(3, ("", "all"), None)
    progress.finished(3)
    assert out.getvalue().splitlines()[1:] == ["de-en  ingest_systems  2 jobs, 3,000 segments in 20 s, 150 a second"]


@pytest.mark.parametrize(
    ("text", "done"), [("done: 0 findings", "0 findings in 3 min 20 s"), ("something", "3 min 20 s")]
)
def test_a_stage_that_found_nothing_or_says_no_amount_has_no_speed(tmp_path, text, done):
    progress, out, clock = lines()
    progress.plan({"audit_inputs": 1, "x": 1}, names=["de", "de-en"])
    progress.started(1, ("de-en", "audit_inputs"), log(tmp_path, 1, f"10:00:00 INFO {text}\n"))
    progress.started(2, ("de", "x"), str(tmp_path / "none.log"))
    clock.now = 200.0
    progress.finished(1)
    progress.finished(2)
    assert out.getvalue().splitlines()[1:] == [f"de-en  audit_inputs  {done}", "de     x             3 min 20 s"]


def test_a_stage_of_several_jobs_ends_with_the_last_job_of_its_rule(tmp_path):
    progress, out, _ = lines()
    progress.plan({"parse_shard": 3}, names=["a", "corpus"])
    for job, corpus in enumerate(("a", "a", "corpus")):
        progress.started(job, (corpus, "parse_shard"), log(tmp_path, job, "x INFO done: 10 segments"), is_one=False)
    progress.finished(0)
    progress.finished(1)
    assert len(out.getvalue().splitlines()) == 1
    progress.finished(2)
    assert out.getvalue().splitlines()[1:] == [
        "a       parse_shard  2 jobs, 20 segments in 0.0 s",
        "corpus  parse_shard  10 segments in 0.0 s",
    ]


def test_the_time_of_a_stage_is_that_in_which_a_job_of_it_was_at_work(tmp_path):
    progress, out, clock = lines()
    progress.plan({"score": 3}, names=["a"])
    stage = ("a", "score")
    logs = [log(tmp_path, job, "x INFO done: 10 sets") for job in range(3)]
    progress.started(0, stage, logs[0], is_one=False)
    clock.now = 2
    progress.started(1, stage, logs[1], is_one=False)
    clock.now = 8
    progress.finished(0)
    clock.now = 10
    progress.finished(1)
    clock.now = 90
    progress.started(2, stage, logs[2], is_one=False)
    clock.now = 100
    progress.finished(2)
    assert out.getvalue().splitlines()[1:] == ["a  score  3 jobs, 30 sets in 20 s, 1.5 a second"]


@pytest.mark.parametrize(
    ("with_message", "middle"), [(False, []), (True, ["10:00:01 ERROR f.txt:3: bad", "  remedy: mend it"])]
)
def test_a_failed_job_is_named_with_its_log_and_on_another_machine_its_message(tmp_path, with_message, middle):
    progress, out, clock = lines()
    file = log(tmp_path, 1, "10:00:00 INFO parsing\n10:00:01 ERROR f.txt:3: bad\n  remedy: mend it\n")
    progress.started(1, ("de-en", "parse_source"), file)
    clock.now = 3.0
    progress.failed(1, "parse_source", [file], with_message=with_message)
    assert out.getvalue().splitlines() == ["error: de-en parse_source failed after 3.0 s", *middle, f"  log: {file}"]
    assert progress.status() == ""


@pytest.mark.parametrize(
    ("text", "says_why", "is_killed"),
    [
        ("10:00:00 INFO parsing\n", False, True),
        ("", False, True),
        ("10:00:00 INFO parsing\n10:00:01 ERROR f.txt:3: bad\n", True, False),
        ("10:00:00 INFO parsing\nTraceback (most recent call last):\nKeyError: 'a'\n", False, False),
        ("10:00:01 INFO used 40 MB of memory and 0.1 s of CPU time for 0.1 MB of inputs\n", False, False),
        ("10:00:01 INFO stopped by Ctrl-C\n", True, False),
    ],
)
def test_a_job_whose_log_breaks_off_was_killed(tmp_path, text, says_why, is_killed):
    progress, out, _ = lines()
    file = log(tmp_path, 1, text)
    assert stages.says_why(file) == says_why
    progress.failed(1, "parse_source", [file], with_message=False)
    assert ("memory ran out" in out.getvalue()) == is_killed
    assert ("remedy: run fewer jobs at once" in out.getvalue()) == is_killed


def test_a_job_that_the_end_of_the_run_has_stopped_is_no_failure(tmp_path):
    progress, out, _ = lines()
    file = log(tmp_path, 1, "10:00:00 INFO parsing\n10:00:01 INFO stopped by SIGTERM\n")
    progress.failed(1, "parse_source", [file], with_message=True)
    assert out.getvalue() == ""


def test_a_log_without_an_error_gives_its_end(tmp_path):
    progress, out, _ = lines()
    file = log(tmp_path, 1, "".join(f"line {i}\n" for i in range(99)))
    progress.failed(7, "parse_source", [file, str(tmp_path / "none")], with_message=True)
    written = out.getvalue().splitlines()
    assert (written[0], written[1], written[20]) == ("error: parse_source failed", "line 79", "line 98")


def test_what_is_at_work_is_said_with_its_progress(tmp_path):
    progress, _, clock = lines()
    progress.plan({"parse": 1, "align": 1})
    progress.started(1, ("de-en", "parse"), log(tmp_path, 1, "10:00:00 INFO parse: 30 of 90, 10 a second, 6 s left\n"))
    clock.now = 12.0
    progress.started(2, ("de-en", "align"), log(tmp_path, 2, "10:00:00 INFO aligning\n"))
    assert progress.status() == (
        "0 of 2 jobs done; at work: de-en parse 12 s (parse: 30 of 90, 10 a second, 6 s left), de-en align 0.0 s"
    )


def test_without_a_terminal_it_is_said_after_a_minute_of_silence():
    progress, out, clock = lines()
    progress.started(1, ("de-en", "parse"), None)
    for clock.now in (30.0, stages.SILENCE, 90.0, 2 * stages.SILENCE):
        progress.tick()
    assert len(out.getvalue().splitlines()) == 2


def test_a_terminal_has_one_line_that_is_overwritten():
    progress, out, clock = lines(Screen())
    progress.plan({"parse": 1}, names=["de-en"])
    progress.started(1, ("de-en", "parse"), None)
    clock.now = 1.0
    progress.tick()
    assert out.getvalue().endswith("\r\x1b[K0 of 1 jobs done; at work: de-en parse 1.0 s\r")
    progress.finished(1)
    assert out.getvalue().endswith("\r\x1b[Kde-en  parse  1.0 s\n")
    before = out.getvalue()
    progress.tick()
    assert out.getvalue() == before


def test_the_ticker_ticks_until_it_is_stopped():
    class Lines:
        ticks = 0

        def tick(self):
            self.ticks += 1
            ticker.stop()

    counted = Lines()
    ticker = Ticker(counted, seconds=0.001)
    ticker.start()
    ticker.join(timeout=10)
    assert (ticker.is_alive(), counted.ticks) == (False, 1)


def test_durations_are_short():
    assert [duration(s) for s in (0.04, 9.9, 9.96, 59.4, 59.6, 3600)] == [
        "0.0 s",
        "9.9 s",
        "10 s",
        "59 s",
        "1 min 0 s",
        "60 min 0 s",
    ]
