"""Readers on damaged and malicious bytes: a result or an InputError comes out, and nothing else."""

import gzip
import os
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from extractors.core.errors import InputError
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS, Target

SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
"""How long each target is tried; 0 for a few examples, always the same."""
FEW, MANY = 30, 500
SLOWEST = 20.0
"""Seconds that a reader may take for some kilobytes, on a machine that does other work too."""


def read(target: Target, data: bytes) -> str:
    """What a reader says of some bytes: empty, or its error; any other error fails the test."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / target.file
        path.write_bytes(data)
        start = time.monotonic()
        try:
            target.read(path)
            said = ""
        except InputError as error:
            said = str(error)
        assert time.monotonic() - start < SLOWEST, "too slow"
        return said


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_read(name):
    """A seed that is refused would leave the reader untried."""
    assert read(TARGETS[name], TARGETS[name].seeds[0]) == ""


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_gives_a_result_or_an_input_error(name):
    target = TARGETS[name]
    timed = SECONDS > 0

    @settings(
        max_examples=MANY if timed else FEW,
        derandomize=not timed,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(mutated(target.seeds))
    def attempt(data: bytes) -> None:
        read(target, data)

    end = time.monotonic() + SECONDS
    attempt()
    while time.monotonic() < end:
        attempt()


WORD = "1\ta\ta\tX\t_\t_\t{}\troot\t_\t_\n\n"
CASES = [
    ("conllu", WORD.format(2**31).encode()),
    ("conllu", WORD.format("9" * 5000).encode()),
    ("conllu", b"9" * 5000 + WORD.format(0)[1:].encode()),
    ("conllu", f"# segment_id = {'9' * 5000}\n{WORD.format(0)}".encode()),
    ("conllu", f"1-{'9' * 5000}\tx{chr(9) + '_'}".encode()),
    ("csv", b"id,de\n1,a\rb\n"),
    ("assessments beside post-edits", b"index\toriginal\ttranslation\tz_mean\n1\ta\tb\t0.5\n\x00\n"),
    ("csv", b"id,de\n1,a\x00b\n"),
    ("csv", b"id,de\n1," + b"x" * 200_000 + b"\n"),
    ("long scores", b"segment_id\tsystem\tscore\n0\ta\t1\rx\n"),
    ("long scores", b"segment_id\tsystem\tscore\n0\ta\t\x00\n"),
    ("long scores", b"segment_id\tsystem\tscore\n0\ta\t" + b"9" * 200_000 + b"\n"),
    ("wide scores", b"a,b\n1e308,2\n3,4\n5,6\n"),
    ("checksums", b"0" * 64 + b"  absent\n"),
    ("checksums", b"0" * 64 + b"  ../../etc/passwd\n"),
    ("checksums", b"0" * 64 + b"  a\x00b\n"),
    ("checksums", b"0" * 64 + b"  a/" + b"x" * 300 + b"\n"),
    ("comet", b"{}"),
    ("averages of mqm", b"system mqm_avg_score seg_id\ngood\t-1 " + b"9" * 5000 + b"\n"),
    ("averages of mqm", b"system mqm_avg_score seg_id\ngood\t" + b"9" * 5000 + b" 1\n"),
    *(
        (
            "answers of Pearmut",
            b'{"owls": [{"user_id": "a", "item_i": 0, "item": [{"tgt": {"m": "x"}, "systems": %b}], '
            b'"annotation": [{"m": {"score": %b}}]}]}' % (systems, score),
        )
        for systems, score in [
            (b"[]", b"5"),
            (b"5", b"5"),
            (b'{"m": []}', b"5"),
            (b'{"m": 5}', b"5"),
            (b"{}", b"9" * 400),
        ]
    ),
    ("json", b'{"k": 1, ' + b",".join(b'"%d": 1' % n for n in range(60_000)) + b', "z": 1, "z": 1}'),
    ("json", b"[" * 100_000),
    ("json", b"9" * 5000),
    ("jsonl", b'{"t": ' * 10_000),
    ("jsonl", b'{"t": {"en": ' + b"9" * 5000 + b"}}\n"),
    ("description", b"[" * 100_000),
    ("description", b"[]"),
    ("manifest", b"[" * 100_000),
    ("manifest", b'{"config": {}}'),
    ("gold links", b"[" * 100_000),
    ("suite of lingeval97", b"[" * 100_000),
    ("suite of isabelle", b'[{"id": ' + b"9" * 5000 + b"}]"),
    ("gold links", b'[{"de": ["a"], "en": ["b"], "sure": [[0, 1e400]], "possible": []}]'),
    ("yaml", b"a: b\x07\n"),
    ("yaml", b"a: 2024-02-30\nb: !!timestamp x\n"),
    ("yaml", b"[" * 10_000),
    ("yaml", b"a: " + b"9" * 5000),
    ("text", gzip.compress(b"text" * 99)[:-9]),
    ("text", b"\x1f\x8b\x08\x00" + b"\xff" * 40),
    ("request", b"pattern { " + b"A [" * 5000),
    ("request", b'pattern { A [form=re"' + b"(" * 5000 + b'"] }'),
]
"""Bytes that were a traceback once, or without end."""


def test_links_with_numbers_of_thousands_of_digits():
    read(TARGETS["links"], b"0-" + b"9" * 5000 + b"\n\n")


@pytest.mark.parametrize(("name", "data"), CASES, ids=[f"{n}-{name}" for n, (name, _) in enumerate(CASES)])
def test_what_was_found_stays_mended(name, data):
    read(TARGETS[name], data)


@pytest.mark.parametrize("name", ["hits.parquet", "sets.parquet", "controls.parquet", "parquet"])
def test_parquet_of_other_types(name):
    for seed in TARGETS[name].seeds:
        read(TARGETS[name], seed)


@given(st.binary(max_size=60))
@settings(max_examples=50, derandomize=True, deadline=None)
def test_no_bytes_at_all_are_more_than_an_input_error(data):
    for name in ("text", "json", "conllu", "tsv", "links", "request"):
        read(TARGETS[name], data)
