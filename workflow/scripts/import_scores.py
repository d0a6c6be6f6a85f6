from extractors.core.job import stage
from extractors.formats.segments import read_corpus
from extractors.formats.statistics import write_statistics
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.imported_scores import ScoreFile

with stage(snakemake.log[0]) as job:
    segments, systems = len(read_corpus(snakemake.input.segments)), snakemake.params.systems
    file = ScoreFile(SegmentScoreFile.of(snakemake.params.source), systems)
    for system, path in zip(systems, snakemake.output, strict=True):
        with job.one_of_many():
            write_statistics(file.statistics(metric=snakemake.params.metric, system=system, segments=segments), path)
    job.did(segments * len(systems), "scores")
