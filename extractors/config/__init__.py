"""Reads and checks config/config.yaml: `model` is its schema, `run` the checked result.

`opening` opens what it names; `from_testset` expands `from:`; `targets` serves the Snakemake rules; `project` starts a
folder; `manifest` records a run.
"""
