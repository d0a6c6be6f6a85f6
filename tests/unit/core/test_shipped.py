"""What comes with the project is found in a checkout, also by processes that know nothing of it."""

import os
import subprocess
import sys

import pytest

from extractors.core import shipped
from tests import ROOT


@pytest.mark.parametrize("place", shipped.SHIPPED)
def test_every_place_is_there(place):
    assert shipped.shipped(place).exists()


def test_a_process_elsewhere_imports_the_package_of_the_checkout(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    shipped.share_checkout()
    code = "import extractors; print(extractors.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(ROOT / "extractors/__init__.py")
    assert os.environ["PYTHONPATH"].endswith(f"{os.pathsep}elsewhere")


def test_an_installed_package_changes_no_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setattr(shipped, "_WHEEL", tmp_path)
    shipped.share_checkout()
    assert os.environ["PYTHONPATH"] == "elsewhere"
