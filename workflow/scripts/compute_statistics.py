from extractors.core.job import stage
from extractors.formats import tables
from extractors.formats.statistics import inputs_of, is_made_from
from extractors.score.segment_statistics import statistics_to_file

with stage(snakemake.log[0]) as job:
    texts = [snakemake.input.segments, snakemake.input.hypotheses]
    for metric, path in snakemake.output.items():
        options = snakemake.params.options[metric]
        inputs = inputs_of(texts, options=options, code=snakemake.params.code[metric])
        if not is_made_from(path, inputs):
            statistics_to_file(
                snakemake.input.hypotheses,
                snakemake.input.segments,
                system=snakemake.wildcards.system,
                metric=metric,
                options=options,
                output=path,
                inputs=inputs,
            )
    job.did(tables.count_rows(snakemake.input.hypotheses), "segments")
