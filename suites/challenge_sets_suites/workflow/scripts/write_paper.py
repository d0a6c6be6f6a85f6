from challenge_sets_suites.report.suite_papers import write_paper
from extractors.core.files import remaking_folder
from extractors.core.job import stage

with stage(snakemake.log[0]), remaking_folder(snakemake.output.folder) as folder:
    write_paper(
        snakemake.params.form,
        items=snakemake.input.suite,
        judged=snakemake.input.judged,
        judgments=snakemake.input.judgments,
        answers=snakemake.input.answers,
        folder=folder,
    )
