from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.judgments.stage import read_suite_to_files

with stage(snakemake.log[0]) as job:
    read_suite_to_files(
        snakemake.params.file,
        form=snakemake.params.form,
        options=snakemake.params.options,
        items=snakemake.output.suite,
        given=snakemake.output.given,
    )
    job.did(count_rows(snakemake.output.suite), "items")
