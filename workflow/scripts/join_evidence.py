from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.words.joined_evidence import conclusions_to_file

with stage(snakemake.log[0]) as job:
    conclusions_to_file(
        snakemake.input.findings,
        words=snakemake.input.words or None,
        marked=snakemake.input.marked or None,
        metrics=snakemake.params.metrics,
        alpha=snakemake.params.alpha,
        output=snakemake.output[0],
    )
    job.did(count_rows(snakemake.output[0]), "conclusions")
