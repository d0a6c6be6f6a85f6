from extractors.core.job import stage
from extractors.extract.edited_outputs import without_edited_outputs
from extractors.formats.segments import system_files
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.errors_stage import LinkedTexts, human_errors_to_files

with stage(snakemake.log[0]):
    edited = None
    if snakemake.input.post_edits:
        texts = system_files(snakemake.input.post_edits, snakemake.params.post_edits)
        edited = LinkedTexts(texts, snakemake.input.post_edit_alignment)
    human_errors_to_files(
        segments=snakemake.input.segments,
        parses=snakemake.input.parses,
        alignment=snakemake.input.alignment or None,
        hits=snakemake.input.hits,
        set_table=snakemake.input.sets,
        covariates=snakemake.input.covariates,
        systems=system_files(snakemake.input.systems, snakemake.params.systems),
        output_alignment=snakemake.input.output_alignment or None,
        test_set=snakemake.input.test_set or None,
        post_edits=edited,
        humans=without_edited_outputs(
            snakemake.params.humans, snakemake.input.audit, kept=snakemake.params.said_humans, warn=False
        ),
        by_phenomenon=snakemake.output.by_phenomenon,
        by_hit=snakemake.output.by_hit,
        agreement=snakemake.output.agreement,
        settings=AccuracySettings.of(snakemake.params.settings),
        units=snakemake.input.units or None,
    )
