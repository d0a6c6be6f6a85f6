from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.segments import read_corpus, system_files
from extractors.formats.statistics import write_against, write_statistics
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.imported_scores import ScoreFile

with stage(snakemake.log[0]) as job:
    source, systems = read_corpus(snakemake.input.segments).source, snakemake.params.systems
    given = SegmentScoreFile.of(snakemake.params.source)
    file = ScoreFile(given, systems, source)
    metric = snakemake.wildcards.metric
    of_systems = []
    for system, path in system_files(snakemake.output[0], systems).items():
        with job.one_of_many():
            of_systems.append(file.statistics(metric=metric, system=system, segments=len(source)))
            write_statistics(of_systems[-1], path)
    humans = without_edited_outputs(given.humans, snakemake.input.audit, kept=snakemake.params.said_humans)
    for found in file.beside_people(of_systems, humans):
        write_against(found, snakemake.output[0])
