from extractors.core.job import stage
from extractors.suites.changes import write_changes
from extractors.suites.suite_stage import read_items

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
