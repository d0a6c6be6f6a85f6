from extractors.core.job import stage
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.statistics import write_statistics
from extractors.score import segment_statistics

with stage(snakemake.log[0]) as job:
    found = segment_statistics.statistics(
        system=snakemake.wildcards.system,
        metric=snakemake.wildcards.metric,
        options=snakemake.params.options,
        hypotheses=read_hypotheses(snakemake.input.hypotheses),
        references=list(read_corpus(snakemake.input.segments).references.values()),
    )
    write_statistics(found, snakemake.output[0])
    job.did(len(found.rows), "segments")
