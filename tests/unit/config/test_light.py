"""Planning a run needs Snakemake alone: the config is read without the libraries of the jobs."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["extractors.config.run", "extractors.core.fingerprint", "extractors.models.installed"]
)
def test_what_plans_a_run_imports_no_library_of_its_jobs(module):
    code = (
        f"import sys, {module}; from extractors.inputs import places, reading;"
        " reading.files_of(places.parse('a.de')); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    of_jobs = {
        "numpy",
        "pyarrow",
        "scipy",
        "rich",
        "altair",
        "huggingface_hub",
        "sacrebleu",
        "spacy",
        "torch",
        "simalign",
    }
    assert not of_jobs & set(done.stdout.split())


def test_requests_are_read_where_the_library_of_regular_expressions_is_missing():
    code = (
        "import sys; sys.modules['regex'] = None\n"
        "from extractors.phenomena import DEFAULT_FILE, catalogue\n"
        "print(len(catalogue.load(DEFAULT_FILE)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 60
