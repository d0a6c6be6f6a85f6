import subprocess
import sys

import pytest

from extractors.core.imports import standing_in, without


def python(code):
    """What a process of its own prints: what is imported here would not be imported again."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_a_library_is_not_found_in_the_block_and_found_after_it(tmp_path, monkeypatch):
    (tmp_path / "of_this_test.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    before = list(sys.meta_path)
    with without("of_this_test"), pytest.raises(ModuleNotFoundError, match="left out"):
        import of_this_test
    assert sys.meta_path == before
    import of_this_test

    # What is imported already stays.
    with without("of_this_test"):
        import of_this_test
    assert of_this_test.__file__ == str(tmp_path / "of_this_test.py")
    del sys.modules["of_this_test"]


def test_a_module_stands_in_for_another_in_the_block_alone():
    import json

    with standing_in("json", "nobody_has_this", info=None):
        from nobody_has_this import info

        assert info is None
        assert sys.modules["json"] is json
    assert "nobody_has_this" not in sys.modules


def test_a_job_that_cuts_words_imports_no_commands_of_spacy_and_may_still_use_them(tmp_path):
    said = python(
        "import sys\nfrom extractors.core.job import stage\nfrom extractors.models.tokenizers import surface_tokens\n"
        f"with stage({str(tmp_path / 'x.log')!r}):\n"
        "    print(*surface_tokens('It rains.', 'en'), 'spacy.cli' in sys.modules, 'typer' in sys.modules)\n"
        "    from spacy.cli import info\n"
        "    print(callable(info))\n"
    )
    assert said == ["It", "rains", ".", "False", "False", "True"]


def test_a_job_imports_no_pandas_for_its_tables_and_may_still_use_it(tmp_path):
    pytest.importorskip("pandas")
    said = python(
        "import sys\nimport pyarrow as pa\nfrom extractors.core.job import stage\n"
        f"with stage({str(tmp_path / 'x.log')!r}):\n"
        "    table = pa.table({'a': [1, None]})\n"
        "    print('pandas' in sys.modules)\n"
        "    print(len(table.to_pandas()), 'pandas' in sys.modules)\n"
    )
    assert said == ["False", "2", "True"]


def test_a_program_of_somebody_else_keeps_its_series():
    pytest.importorskip("pandas")
    said = python(
        "import extractors.formats.definition\nimport pandas\nimport pyarrow as pa\n"
        "print(pa.array(pandas.Series([1.0, None])).null_count)\n"
    )
    assert said == ["1"]
