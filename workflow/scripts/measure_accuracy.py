from extractors.core.job import stage
from extractors.formats.segments import read_corpus, system_files
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.accuracy_stage import accuracy_to_files
from extractors.words.lexicon import default_parser, lexicon_to_file

with stage(snakemake.log[0]):
    texts, made, lemmas = snakemake.input, snakemake.output, snakemake.params.lemmas
    systems = system_files(texts.systems, snakemake.params.systems)
    language, parser = read_corpus(texts.segments).target_language, None
    if lemmas["compare"] == "lemmas":
        parser = default_parser(language, name=lemmas["parser"], model=lemmas["model"], options=lemmas["options"])
    lexicon_to_file(segments=texts.segments, systems=systems.values(), parser=parser, lexicon=made.lexicon)
    accuracy_to_files(
        segments=texts.segments,
        parses=texts.parses,
        alignment=texts.alignment,
        hits=texts.hits,
        set_table=texts.sets,
        covariates=texts.covariates,
        systems=systems,
        lexicon=made.lexicon,
        humans=snakemake.params.humans,
        accuracy=made.accuracy,
        by_hit=made.by_hit,
        settings=AccuracySettings.of(snakemake.params.settings),
        statistics=StatisticsSettings.of(snakemake.params.statistics),
    )
