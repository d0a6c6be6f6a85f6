from extractors.core.job import stage
from extractors.extract import align
from extractors.extract.shards import of_job
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.models.tool_settings import AlignerSettings

with stage(snakemake.log[0]):
    settings = AlignerSettings.of(snakemake.params.align)
    total = tables.count_rows(snakemake.input.segments)
    segments = of_job(snakemake.wildcards, total)
    if shards := snakemake.input.get("shards"):
        align.join_links(shards, snakemake.output[0], references=settings.references)
    else:
        table = align.align_corpus(
            read_corpus(snakemake.input.segments, segments=segments),
            align.parse_of(snakemake.input.parses, segments, total),
            settings,
            first=segments.start,
            total=total,
        )
        tables.write(table, snakemake.output[0])
