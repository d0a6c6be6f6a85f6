import os
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core import files, sums
from extractors.core.errors import InputError

TEXT = "one line\nand another\n"


def write(path, text=TEXT):
    """A file as a job of a run writes it."""
    with sums.recording(), files.write_text(path) as out:
        out.write(text)
    return path


def flip(path, at=3, bit=2):
    """Flip a bit, and keep the times."""
    state, data = path.stat(), bytearray(path.read_bytes())
    data[at] ^= 1 << bit
    path.write_bytes(data)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def problems(folder, **options):
    return {(d.output.name, d.file.name, d.problem) for d in sums.examine(folder, **options).damaged}


@pytest.fixture
def results(tmp_path):
    """Two files and a folder of two, as jobs write them."""
    write(tmp_path / "a.txt")
    write(tmp_path / "deep" / "b.csv")
    with sums.recording(), files.writing_folder(tmp_path / "sets") as folder:
        for name in ("x/1.txt", "x/2.txt"):
            with files.write_text(folder / name) as out:
                out.write(name)
    return tmp_path


def test_what_a_job_writes_is_recorded_and_what_a_command_writes_is_not(tmp_path):
    with files.write_text(tmp_path / "command.txt") as out:
        out.write(TEXT)
    assert not (tmp_path / sums.FOLDER).exists()
    write(tmp_path / "job.txt")
    assert [p.name for p in (tmp_path / sums.FOLDER).iterdir()] == ["job.txt.sha256"]
    assert files.read_text(tmp_path / "command.txt") == files.read_text(tmp_path / "job.txt") == TEXT


def test_sha256sum_reads_the_records(results):
    check = ["sha256sum", "--check", "--strict", *map(str, (results / sums.FOLDER).iterdir())]
    done = subprocess.run(check, cwd=results, capture_output=True, text=True, check=True)
    assert set(done.stdout.split("\n")) == {"a.txt: OK", "sets/x/1.txt: OK", "sets/x/2.txt: OK", ""}


@given(at=st.integers(0, len(TEXT) - 1), bit=st.integers(0, 7))
def test_any_flipped_bit_is_refused_with_the_command_that_makes_the_file_again(tmp_path_factory, at, bit):
    path = write(tmp_path_factory.mktemp("flip") / "a.txt")
    flip(path, at, bit)
    with pytest.raises(InputError, match="differs from what its writer recorded") as refused:
        files.read_text(path)
    assert refused.value.path == path
    assert f"snakemake --cores 1 --force {path}" in refused.value.remedy
    assert str(sums.record_of(path)) in refused.value.remedy


@pytest.mark.parametrize("text", ["", "no checksum\n", "0" * 64 + "  ../../other.txt\n", "0" * 64 + "  b.txt\n"])
def test_a_damaged_record_is_refused_like_a_damaged_file(tmp_path, text):
    path = write(tmp_path / "a.txt")
    sums.record_of(path).write_text(text)
    with pytest.raises(InputError, match=r"its checksum in .* cannot be read"):
        files.read_text(path)
    assert problems(tmp_path) == {("a.txt", "a.txt", "has a checksum that cannot be read")}


def test_a_file_written_again_by_a_command_or_a_job_is_in_order(tmp_path):
    path = write(tmp_path / "a.txt")
    write(path, "new")
    assert files.read_text(path) == "new"
    with files.write_text(path) as out:
        out.write("by a command")
    assert files.read_text(path) == "by a command"
    assert problems(tmp_path) == set()


def test_results_that_are_copied_keep_their_records(results, tmp_path_factory):
    copy = shutil.copytree(results, tmp_path_factory.mktemp("copy") / "results", copy_function=shutil.copyfile)
    assert problems(copy) == set()
    flip(copy / "deep" / "b.csv")
    assert problems(copy) == {("b.csv", "b.csv", "differs from what was written")}
    with pytest.raises(InputError, match="differs"):
        files.read_text(copy / "deep" / "b.csv")


def test_every_kind_of_damage_is_named_with_the_result_that_it_belongs_to(results):
    assert problems(results) == set()
    assert sums.examine(results).files == 4
    flip(results / "sets/x/1.txt")
    (results / "sets/x/2.txt").write_text("")
    (results / "a.txt").unlink()
    assert problems(results) == {
        ("sets", "1.txt", "differs from what was written"),
        ("sets", "2.txt", "is empty"),
        ("a.txt", "a.txt", "is missing"),
    }


def test_an_empty_table_is_damaged_without_a_record_too_and_an_empty_text_is_not(tmp_path):
    for name in ("scores.csv", "ids.txt"):
        (tmp_path / name).touch()
    found = sums.examine(tmp_path)
    assert [d.file.name for d in found.damaged] == ["scores.csv"]
    assert [file.name for file in found.unrecorded] == ["ids.txt", "scores.csv"]


def test_the_largest_results_are_left_out_where_there_is_a_limit(results):
    write(results / "large.txt", TEXT * 100)
    flip(results / "large.txt")
    found = sums.examine(results, most=1000)
    assert (found.damaged, [file.name for file in found.left_out], found.files) == ([], ["large.txt"], 4)
    assert problems(results) == {("large.txt", "large.txt", "differs from what was written")}


def test_hidden_files_of_others_belong_to_no_folder(results):
    (results / "sets/.snakemake_timestamp").touch()
    assert sums.examine(results).unrecorded == []


def test_what_is_discarded_counts_as_damaged_until_it_is_made_again(results):
    flip(results / "a.txt")
    flip(results / "sets/x/1.txt")
    assert sums.discard(sums.examine(results).damaged) == []
    assert not (results / "a.txt").exists()
    assert (results / "sets/x/2.txt").exists()
    assert {output for output, _, _ in problems(results)} == {"a.txt", "sets"}
    write(results / "a.txt")
    assert {output for output, _, _ in problems(results)} == {"sets"}


def test_what_somebody_may_have_edited_is_kept_where_a_run_asks_for_it(results):
    for name in ("a.txt", "sets/x/1.txt"):
        (results / name).write_text("my own words")
    (results / "deep/b.csv").write_text("")
    kept = sums.discard(sums.examine(results).damaged, keep=True)
    assert {path.relative_to(results).as_posix() for path in kept} == {".damaged/a.txt", ".damaged/sets/x/1.txt"}
    assert {path.read_text() for path in kept} == {"my own words"}
    assert not (results / "deep/b.csv").exists()


def test_a_record_leads_to_no_file_of_others(tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    path = write(tmp_path / "results" / "a.txt")
    sums.record_of(path).write_text("0" * 64 + "  a.txt/../../outside.txt\n")
    sums.discard(sums.examine(tmp_path / "results").damaged)
    assert outside.read_text() == "mine"


def test_a_writer_between_the_file_and_its_record_is_no_damage(tmp_path, monkeypatch):
    path, compare = write(tmp_path / "a.txt"), sums._compare

    def replaced_meanwhile(*arguments):
        monkeypatch.setattr(sums, "_compare", compare)
        write(path, "new")
        return compare(*arguments)

    monkeypatch.setattr(sums, "_compare", replaced_meanwhile)
    assert problems(tmp_path) == set()
