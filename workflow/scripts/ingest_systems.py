from pathlib import Path

from extractors.core.job import stage
from extractors.extract import audit_lines, ingest
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse

with stage(snakemake.log[0]) as job:
    corpus, folder = read_corpus(snakemake.input.segments), Path(snakemake.output.systems)
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {system: folder / f"{system}.parquet" for system in snakemake.params.places}
    for system, place in snakemake.params.places.items():
        with job.one_of_many():
            table = ingest.ingest_system(place=parse(place), source=corpus.source, source_name=snakemake.params.source)
            if snakemake.params.check_languages:
                languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
                ingest.check_output(system, table.column("hypothesis").to_pylist(), corpus.source, **languages)
            tables.write(table, outputs[system])
    # Of units, the tables of units are audited; of post-edits none is.
    if not job.has_refused and (path := snakemake.output.get("audit")):
        tables.write_with_csv(audit_lines.audit_files(snakemake.input.segments, list(outputs.values())), path)
