"""Puts the shipped files into wheels, below the package's code; everything else is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

# As in extractors/core/shipped.py, which finds them.
SHIPPED = (
    *("Snakefile", "rules", "workflow", "profiles", "config"),
    *("resources/models", "resources/project", "resources/ready-made"),
)

# The large models have a distribution of their own: resources/models-distribution.
LEFT_OUT = ("__pycache__", "encoder", "parser-multilingual")


class BuildWithShipped(build_py):
    """Copies them; an editable install reads them from the checkout."""

    def run(self):
        super().run()
        if self.editable_mode:
            return
        for place in SHIPPED:
            target = Path(self.build_lib, "extractors/_shipped", place)
            target.parent.mkdir(parents=True, exist_ok=True)
            if Path(place).is_dir():
                shutil.copytree(place, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
            else:
                shutil.copy(place, target)


setup(
    cmdclass={"build_py": BuildWithShipped},
    packages=find_packages(include=["extractors*"]),
    package_data={
        "extractors": ["py.typed", "**/*.yaml", "**/*.css", "**/*.js", "**/*.j2", "**/*.json", "**/*.csv", "**/*.txt"],
    },
    include_package_data=False,
)
