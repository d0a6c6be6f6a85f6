from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.config.bundles import TEST_SET, WORK, Bundle, bundles_of, groups_of, source_size
from extractors.inputs.places import parse


def corpus(folder, *, size, systems, translations=()):
    """A corpus whose source has so many bytes."""
    file = folder / "source.en"
    file.write_text("x" * (size - 1) + "\n")
    names = dict.fromkeys([*systems, *translations], None)
    return SimpleNamespace(name="c", source=parse(str(file)), systems=names, translations=dict.fromkeys(translations))


def test_the_systems_of_a_small_corpus_share_jobs_of_ten_or_so(tmp_path):
    names = [f"s{number}" for number in range(20)]
    found = bundles_of(corpus(tmp_path, size=146_406, systems=names))
    assert found == [Bundle("c", 1, tuple(names[:10])), Bundle("c", 2, tuple(names[10:]))]


def test_a_system_of_a_large_corpus_has_a_job_of_its_own(tmp_path):
    found = bundles_of(corpus(tmp_path, size=WORK, systems=["a", "b", "c"]))
    assert [bundle.systems for bundle in found] == [("a",), ("b",), ("c",)]


def test_an_output_that_the_run_makes_keeps_no_other_waiting(tmp_path):
    found = bundles_of(corpus(tmp_path, size=10, systems=["a", "b"], translations=["made", "too"]))
    assert [bundle.systems for bundle in found] == [("a", "b"), ("made",), ("too",)]
    assert [bundle.number for bundle in found] == [1, 2, 3]


def test_a_corpus_without_systems_has_no_bundle(tmp_path):
    assert bundles_of(corpus(tmp_path, size=10, systems=[])) == []


@pytest.mark.parametrize("text", ["missing.en", "sacrebleu:wmt21/en-de"])
def test_of_a_source_that_is_no_file_the_size_is_that_of_a_test_set(text):
    assert source_size(parse(text)) == TEST_SET


@given(st.lists(st.integers(), unique=True, max_size=300), st.integers(0, 3 * WORK))
def test_groups_have_each_system_once_in_order_and_no_more_work_than_a_job(numbers, size):
    names = [str(number) for number in numbers]
    groups = groups_of(names, size)
    assert [name for group in groups for name in group] == names
    assert all(group and (len(group) == 1 or len(group) * size <= WORK) for group in groups)
    # None of the jobs could have been saved.
    assert len(groups) == -(-len(names) // max(1, WORK // max(1, size)))
