"""Patterns of the source, in no list, whose segments score otherwise than others."""
