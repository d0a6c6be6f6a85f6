"""Puts the shipped folders into wheels, beside the package's code; everything else is in pyproject.toml."""

from setuptools import find_packages, setup

# As in extractors/core/shipped.py, which finds them.
SHIPPED = {"config": "config", "models": "resources/models", "project": "resources/project", "workflow": "workflow"}

setup(
    packages=[*find_packages(include=["extractors*"]), *(f"extractors._shipped.{name}" for name in SHIPPED)],
    package_dir={f"extractors._shipped.{name}": folder for name, folder in SHIPPED.items()},
    package_data={
        "extractors": ["**/*.yaml", "**/*.css", "**/*.js", "**/*.j2", "**/*.csv"],
        **{f"extractors._shipped.{name}": ["*", "**/*"] for name in SHIPPED},
    },
    include_package_data=False,
)
