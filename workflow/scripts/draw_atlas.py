from extractors.core.files import remaking_folder
from extractors.core.job import stage

with stage(snakemake.log[0]) as job:
    # Inside, so that the log says which extra is not installed.
    from extractors.report.atlas_charts import draw_atlas

    with remaking_folder(snakemake.output[0]) as folder:
        drawn = draw_atlas(
            snakemake.input.atlas,
            snakemake.input.effects,
            snakemake.input.phenomena,
            folder,
            alpha=snakemake.params.alpha,
        )
    job.did(drawn, "charts")
