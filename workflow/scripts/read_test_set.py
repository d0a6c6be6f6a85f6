from extractors.core.job import stage
from extractors.extract import campaign_tables as test_set

with stage(snakemake.log[0]) as job:
    found = test_set.write(
        snakemake.params.test_set, snakemake.output[0], systems=snakemake.params.systems, scores=snakemake.params.scores
    )
    job.did(len(found.segments), "segments")
