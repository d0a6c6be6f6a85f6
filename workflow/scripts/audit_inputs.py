from extractors.core.job import stage
from extractors.extract import audit
from extractors.formats import tables

with stage(snakemake.log[0]) as job:
    table = audit.audit_files(snakemake.input.segments, snakemake.input.hypotheses)
    tables.write_with_csv(table, snakemake.output[0])
    job.did(tables.count_rows(snakemake.input.segments), "segments")
