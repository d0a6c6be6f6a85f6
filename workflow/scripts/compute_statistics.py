from extractors import corpus, scoring
from extractors.stage import stage

with stage(snakemake.log[0]):
    found = scoring.statistics(
        system=snakemake.wildcards.system,
        metric=snakemake.wildcards.metric,
        options=snakemake.params.options,
        hypotheses=corpus.read_hypotheses(snakemake.input.hypotheses),
        references=list(corpus.read(snakemake.input.segments).references.values()),
    )
    scoring.write_statistics(found, snakemake.output[0])
