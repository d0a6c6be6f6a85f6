from extractors.core.job import stage
from extractors.extract import align
from extractors.extract.shards import of_job
from extractors.formats import tables
from extractors.formats.segments import read_corpus, read_hypotheses, system_files
from extractors.models.tool_settings import AlignerSettings

with stage(snakemake.log[0]):
    total = tables.count_rows(snakemake.input.segments)
    segments = of_job(snakemake.wildcards, total)
    if shards := snakemake.input.get("shards"):
        align.join_links(shards, snakemake.output[0])
    else:
        systems = system_files(snakemake.input.systems, snakemake.params.systems)
        table = align.align_outputs(
            read_corpus(snakemake.input.segments, segments=segments),
            align.parse_of(snakemake.input.parses, segments, total),
            {name: read_hypotheses(path, segments=segments) for name, path in systems.items()},
            AlignerSettings.of(snakemake.params.align),
            first=segments.start,
        )
        tables.write(table, snakemake.output[0])
