from extractors.core.job import stage
from extractors.core.languages import language_name
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts
from extractors.models.tool_settings import TranslatorSettings

with stage(snakemake.log[0]) as job:
    # Inside, so that the log says which extra is not installed.
    from extractors.models.translation.chat_prompts import LanguageNames
    from extractors.models.translation.translation_stage import translate_file

    segments = read_corpus(snakemake.input.segments)
    settings = TranslatorSettings.of(snakemake.params.options)
    translate_file(
        segments.source,
        output=snakemake.output.translation,
        about=snakemake.output.about,
        languages=LanguageNames(language_name(segments.source_language), language_name(segments.target_language)),
        settings=settings,
        instructions=read_texts(parse(settings.instructions)) if settings.instructions else None,
    )
    job.did(len(segments), "segments")
