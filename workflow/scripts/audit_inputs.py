from extractors.core.job import stage
from extractors.extract import audit
from extractors.formats import tables
from extractors.formats.segments import system_files

with stage(snakemake.log[0]) as job:
    systems = system_files(snakemake.input.systems, snakemake.params.systems)
    table = audit.audit_files(snakemake.input.segments, list(systems.values()))
    tables.write_with_csv(table, snakemake.output[0])
    job.did(tables.count_rows(snakemake.input.segments), "segments")
