"""Judgments of test suites: outputs found, judges and people heard, and the tables of what they say."""
