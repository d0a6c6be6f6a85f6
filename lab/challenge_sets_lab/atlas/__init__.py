"""Phenomena over many test sets, years and pairs of languages."""
