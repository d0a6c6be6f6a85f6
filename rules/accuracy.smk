# Whether the outputs have the words of the hits: lemmas of the target side and links to the outputs once, then the
# measure.


rule build_lexicon:
    input:
        segments=result("segments.parquet"),
        systems=hypothesis_files,
    output:
        # What an earlier run has looked up is not looked up again.
        update(result("lexicon.parquet")),
    log:
        "logs/{corpus}/build_lexicon.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("build_lexicon"),
    params:
        lemmas=of_corpus(
            lambda c: {n: v for n, v in c.lemmas.as_dict().items() if n in ("compare", "parser", "model", "options")}
        ),
        model=model_state(lambda c: c.lemmas.model, "parser-"),
        code=of_corpus(
            lambda c: code_of(
                "extractors.score.accuracy.lexicon",
                f"extractors.models.parsers.{c.lemmas.parser or DEFAULT_PARSER}",
                *TOKENIZERS,
            )
        ),
    script:
        "../workflow/scripts/build_lexicon.py"


rule align_outputs:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=hypothesis_files,
        shards=link_shards("outputs"),
    output:
        result("output_alignment.parquet"),
    log:
        "logs/{corpus}/align_outputs.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("align_outputs"),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        align=of_corpus(lambda c: c.align.as_dict()),
        model=model_state(lambda c: c.align.model, ("aligner-", "eflomal-")),
        code=of_corpus(
            lambda c: code_of("extractors.extract.align", f"extractors.models.aligners.{c.align.aligner}", *TOKENIZERS)
        ),
    script:
        "../workflow/scripts/align_outputs.py"


use rule align_outputs as align_outputs_shard with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=hypothesis_files,
    output:
        temp(result(".shards/outputs/{shard}.parquet")),
    log:
        "logs/{corpus}/align_outputs_shard/{shard}.log",


rule measure_accuracy:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=result("alignment.parquet"),
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        lexicon=result("lexicon.parquet"),
        output_alignment=output_alignment,
        translations=RUN.settings.accuracy.translations or [],
        systems=hypothesis_files,
    output:
        accuracy=result("accuracy.parquet"),
        effects=result("accuracy_effects.parquet"),
        by_hit=result("accuracy_hits.parquet"),
        exports=as_csv(result("accuracy"), result("accuracy_effects")),
    log:
        "logs/{corpus}/measure_accuracy.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("measure_accuracy"),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        ordered=of_corpus(lambda c: [p.id for p in c.phenomena if p.measure]),
        settings={name: RUN.settings.accuracy.as_dict()[name] for name in ("seed", "translations", "verdicts")},
        code=code_of("extractors.score.accuracy.stage", *TOKENIZERS),
    script:
        "../workflow/scripts/measure_accuracy.py"


# Where people marked errors, of a corpus whose test set says it: in the words of hits, and in those of control words.
rule compare_human_errors:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=result("alignment.parquet"),
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
        output_alignment=result("output_alignment.parquet"),
        test_set=result("test_set"),
        units=units_file,
        systems=hypothesis_files,
    output:
        by_phenomenon=result("human_errors.parquet"),
        by_hit=result("human_error_hits.parquet"),
        exports=as_csv(result("human_errors")),
    log:
        "logs/{corpus}/compare_human_errors.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("compare_human_errors"),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        ordered=of_corpus(lambda c: [p.id for p in c.phenomena if p.measure]),
        settings={"seed": RUN.settings.accuracy.seed},
        code=code_of("extractors.score.accuracy.errors_stage", *TOKENIZERS),
    script:
        "../workflow/scripts/compare_human_errors.py"
