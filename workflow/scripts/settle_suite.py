from extractors.core.job import stage
from extractors.formats.tables import count_rows
from extractors.judgments.stage import settle_to_files

with stage(snakemake.log[0]) as job:
    settle_to_files(
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        answers=snakemake.input.answers,
        judgments=snakemake.output.judgments,
        conflicts=snakemake.output.conflicts,
        agreed=snakemake.output.agreed,
    )
    job.did(count_rows(snakemake.output.judgments), "judgments")
