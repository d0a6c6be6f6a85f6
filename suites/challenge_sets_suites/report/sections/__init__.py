"""Sections of a corpus's page: what people and models answered about its hits."""
