"""What unit tests of several folders share."""

from tests.command_fixtures import call, ready_made, refuses, snakemake

__all__ = ["call", "ready_made", "refuses", "snakemake"]
