from extractors.core.job import stage
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.statistics import inputs_of, is_made_from, write_statistics
from extractors.score import segment_statistics

with stage(snakemake.log[0]) as job:
    texts = [snakemake.input.segments, snakemake.input.hypotheses]
    hypotheses = read_hypotheses(snakemake.input.hypotheses)
    references = list(read_corpus(snakemake.input.segments).references.values())
    for metric, path in snakemake.output.items():
        options = snakemake.params.options[metric]
        inputs = inputs_of(texts, options=options, code=snakemake.params.code[metric])
        if is_made_from(path, inputs):
            continue
        found = segment_statistics.statistics(
            system=snakemake.wildcards.system,
            metric=metric,
            options=options,
            hypotheses=hypotheses,
            references=references,
        )
        write_statistics(found, path, inputs=inputs)
    job.did(len(hypotheses), "segments")
