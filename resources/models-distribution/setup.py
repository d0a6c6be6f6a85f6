"""Puts the large models beside the small ones of the wheel of mt-challenge-sets, so that each is under 100 MB."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

MODELS = ("encoder", "parser-multilingual")
# As in the repository's setup.py, which leaves them out.
PLACE = ("extractors", "_shipped", "resources", "models")


class BuildModels(build_py):
    """Copies them; a checkout has them where they are."""

    def run(self):
        super().run()
        for name in MODELS:
            shutil.copytree(Path(__file__).parents[1] / "models" / name, Path(self.build_lib, *PLACE, name))


setup(cmdclass={"build_py": BuildModels}, py_modules=["challenge_sets_models"])
