from pathlib import Path

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.pair_scores import texts_to_score
from challenge_sets_suites.suite_stage import read_suite
from extractors.core.job import stage

with stage(snakemake.log[0]):
    # Inside, so that the log says which extra is not installed.
    from challenge_sets_suites.translation.pair_stage import score_pairs_file

    suite = read_suite(Path(snakemake.params.file), form=snakemake.params.form, options=snakemake.params.form_options)
    score_pairs_file(
        texts_to_score(suite),
        output=snakemake.output.scores,
        about=snakemake.output.about,
        settings=PairScorerSettings.of(snakemake.params.options),
    )
