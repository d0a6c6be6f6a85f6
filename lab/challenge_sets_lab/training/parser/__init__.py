"""The recipe of the shipped parsers, which extractors.models.parsers._biaffine runs; `parser_recipe` has all steps."""
