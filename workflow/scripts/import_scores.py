from extractors.core.job import stage
from extractors.formats.segments import read_corpus
from extractors.score import imported_scores
from extractors.settings.segment_scores import SegmentScoreFile

with stage(snakemake.log[0]) as job:
    segments = len(read_corpus(snakemake.input.segments))
    imported_scores.statistics_to_file(
        SegmentScoreFile.of(snakemake.params.source),
        snakemake.output[0],
        metric=snakemake.wildcards.metric,
        system=snakemake.wildcards.system,
        systems=snakemake.params.systems,
        segments=segments,
    )
    job.did(segments, "segments")
