from extractors.core.job import stage
from extractors.report.suite.suite_papers import write_paper

with stage(snakemake.log[0]) as job:
    write_paper(
        snakemake.params.form,
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        judgments=snakemake.input.judgments,
        answers=snakemake.input.answers,
        folder=snakemake.output.folder,
    )
    job.did(1, f"paper ({snakemake.params.form})")
