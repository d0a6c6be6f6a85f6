"""The version, which results, models and pages name."""

__version__ = "0.1.0"
