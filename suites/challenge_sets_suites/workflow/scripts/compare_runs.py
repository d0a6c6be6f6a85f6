from challenge_sets_suites.changes import write_changes
from challenge_sets_suites.suite_stage import read_items
from extractors.core.job import stage

with stage(snakemake.log[0]):
    suite = read_items(snakemake.input.suite)
    write_changes(
        suite.items,
        snakemake.input.old,
        snakemake.input.new,
        snakemake.params.systems,
        output=snakemake.output.changes,
        by_item=snakemake.output.by_item,
    )
