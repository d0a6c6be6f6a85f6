from extractors.core.job import stage
from extractors.formats import tables
from extractors.formats.statistics import inputs_of, is_made_from
from extractors.score.segment_statistics import statistics_to_file

with stage(snakemake.log[0]) as job:
    segments, hypotheses = snakemake.input.segments, snakemake.input.hypotheses
    outputs, rows = iter(snakemake.output), 0
    for system, texts in zip(snakemake.params.systems, hypotheses, strict=True):
        for metric, code in snakemake.params.code.items():
            path, options = next(outputs), snakemake.params.options[metric]
            inputs = inputs_of([segments, texts], options=options, code=code)
            if not is_made_from(path, inputs):
                statistics_to_file(
                    texts, segments, system=system, metric=metric, options=options, output=path, inputs=inputs
                )
        rows += tables.count_rows(texts)
    job.did(rows, "segments")
