from pathlib import Path

from extractors.core.job import stage
from extractors.extract import audit_lines
from extractors.extract.units.unit_stage import cut_system
from extractors.formats import tables
from extractors.formats.segments import system_files

with stage(snakemake.log[0]) as job:
    systems, folder = snakemake.params.systems, Path(snakemake.output.systems)
    folder.mkdir(parents=True, exist_ok=True)
    cut = system_files(folder, systems)
    for system, hypotheses in system_files(snakemake.input.systems, systems).items():
        with job.one_of_many():
            tables.write(cut_system(hypotheses, snakemake.input.units, system), cut[system])
    if not job.has_refused:
        tables.write_with_csv(
            audit_lines.audit_files(snakemake.input.segments, list(cut.values())), snakemake.output.audit
        )
