"""Puts the shipped files into wheels, below the package's code; everything else is in pyproject.toml."""

from setuptools import find_packages, setup

# As in extractors/core/shipped.py, which finds them.
SHIPPED = ("rules", "workflow", "profiles", "config", "resources/models", "resources/project")

setup(
    packages=[*find_packages(include=["extractors*"]), "extractors._shipped"],
    package_dir={"extractors._shipped": "."},
    package_data={
        "extractors": ["**/*.yaml", "**/*.css", "**/*.js", "**/*.j2", "**/*.csv"],
        "extractors._shipped": ["Snakefile", *(f"{folder}/**/*" for folder in SHIPPED)],
    },
    include_package_data=False,
)
