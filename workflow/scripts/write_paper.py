from extractors.core.files import remaking_folder
from extractors.core.job import stage
from extractors.report.suite.suite_papers import write_paper

with stage(snakemake.log[0]), remaking_folder(snakemake.output.folder) as folder:
    write_paper(
        snakemake.params.form,
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        judgments=snakemake.input.judgments,
        answers=snakemake.input.answers,
        folder=folder,
    )
