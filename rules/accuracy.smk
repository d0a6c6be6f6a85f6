# Whether the outputs have the words of the hits: lemmas of the target side once, then the measure. Links to the outputs,
# which place the errors that people marked.


rule build_lexicon:
    input:
        segments=result("segments.parquet"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        # What an earlier run has looked up is not looked up again.
        update(result("lexicon.parquet")),
    log:
        "logs/{corpus}/build_lexicon.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=of_corpus(lambda c: gpus(c.lemmas.options)),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        lemmas=of_corpus(
            lambda c: {n: v for n, v in c.lemmas.as_dict().items() if n in ("compare", "parser", "model", "options")}
        ),
        model=of_corpus(lambda c: model_states(c.lemmas.model, ("parser-", "encoder"))),
        code=code_of("build_lexicon"),
    script:
        "../workflow/scripts/build_lexicon.py"


rule align_outputs:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=where(lambda c: c.systems, "systems"),
        shards=link_shards("outputs"),
    output:
        result("output_alignment.parquet"),
    log:
        "logs/{corpus}/align_outputs.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=of_corpus(lambda c: gpus(c.align.options)),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        align=of_corpus(lambda c: c.align.as_dict()),
        model=of_corpus(lambda c: model_states(c.align.model, ("aligner-", "encoder"))),
        code=code_of("align_outputs"),
    script:
        "../workflow/scripts/align_outputs.py"


use rule align_outputs as align_outputs_shard with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        temp(result(".shards/outputs/{shard}.parquet")),
    log:
        "logs/{corpus}/align_outputs_shard/{shard}.log",


use rule align_outputs as align_post_edits with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=result("post_edits"),
        shards=[],
    output:
        result("post_edit_alignment.parquet"),
    log:
        "logs/{corpus}/align_post_edits.log",
    params:
        systems=of_corpus(lambda c: list(c.post_edits)),
        align=of_corpus(lambda c: c.align.as_dict()),
        model=of_corpus(lambda c: model_states(c.align.model, ("aligner-", "encoder"))),
        code=code_of("align_outputs"),


rule score_post_edits:
    input:
        segments=result("segments.parquet"),
        systems=result("systems"),
        post_edits=result("post_edits"),
    output:
        result(HTER_FILE),
    log:
        "logs/{corpus}/score_post_edits.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.post_edits)),
        code=code_of("score_post_edits"),
    script:
        "../workflow/scripts/score_post_edits.py"


rule measure_accuracy:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=result("alignment.parquet"),
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
        lexicon=result("lexicon.parquet"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        accuracy=result("accuracy.parquet"),
        by_hit=result("accuracy_hits.parquet"),
        exports=as_csv(result("accuracy")),
    log:
        "logs/{corpus}/measure_accuracy.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        humans=of_corpus(lambda c: list(c.humans)),
        settings={"seed": RUN.settings.accuracy.seed},
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("cluster", "block")},
        code=code_of("measure_accuracy"),
    script:
        "../workflow/scripts/measure_accuracy.py"


# Where people marked errors, or changed words, of a corpus that has marks or post-edits: in the words of hits, and in
# those of control words.
rule compare_human_errors:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
        alignment=where(lambda c: has_marks(RUN, c), "alignment.parquet"),
        output_alignment=where(lambda c: has_marks(RUN, c), "output_alignment.parquet"),
        test_set=where(lambda c: has_marks(RUN, c), "test_set"),
        post_edits=where(lambda c: has_post_edits(RUN, c), "post_edits"),
        post_edit_alignment=where(lambda c: has_post_edits(RUN, c), "post_edit_alignment.parquet"),
        units=where(lambda c: c.unit == "sentence", "units.parquet"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        by_phenomenon=result("human_errors.parquet"),
        by_hit=result("human_error_hits.parquet"),
        agreement=result("error_agreement.parquet"),
        exports=as_csv(result("human_errors"), result("error_agreement")),
    log:
        "logs/{corpus}/compare_human_errors.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        post_edits=of_corpus(lambda c: list(c.post_edits)),
        humans=of_corpus(lambda c: list(c.humans)),
        settings={"seed": RUN.settings.accuracy.seed},
        code=code_of("compare_human_errors"),
    script:
        "../workflow/scripts/compare_human_errors.py"
