from extractors.core.job import stage
from extractors.core.languages import language_name
from extractors.formats.segments import read_corpus
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import parse
from extractors.models.tool_settings import TranslatorSettings

with stage(snakemake.log[0]) as job:
    # Inside, so that the log says which extra is not installed.
    from extractors.models.translation.chat_prompts import LanguageNames
    from extractors.models.translation.translation_stage import translate_file

    segments = read_corpus(snakemake.input.segments)
    settings, instructions = TranslatorSettings.of(snakemake.params.options), None
    if settings.instructions is not None:
        instructions = texts_beside(parse(settings.instructions), segments.source, of=snakemake.input.segments)
    translate_file(
        segments.source,
        output=snakemake.output.translation,
        about=snakemake.output.about,
        languages=LanguageNames(language_name(segments.source_language), language_name(segments.target_language)),
        settings=settings,
        instructions=instructions,
    )
    job.did(len(segments), "segments")
