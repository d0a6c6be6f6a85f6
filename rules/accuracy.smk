# Whether outputs have the words of the hits, and whether people marked errors there or changed them.


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
        version=RESULTS_VERSION["words"],
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
        systems=where(lambda c: c.systems, "systems"),
        audit=where(lambda c: c.systems, "input_audit.parquet"),
    output:
        accuracy=result("accuracy.parquet"),
        by_hit=result("accuracy_hits.parquet"),
        evidence=result("word_evidence.parquet"),
        departures=result("word_departures.parquet"),
        exports=as_csv(result("accuracy"), result("word_departures")),
    log:
        "logs/{corpus}/measure_accuracy.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        humans=of_corpus(lambda c: list(c.humans)),
        said_humans=of_corpus(lambda c: list(c.said_humans)),
        order=of_corpus(lambda c: RUN.tested_by_order(c)),
        settings={name: RUN.settings.accuracy.as_dict()[name] for name in ("compare", "seed")},
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("cluster", "block", "alpha")},
        version=RESULTS_VERSION["words"],
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
        audit=where(lambda c: c.systems, "input_audit.parquet"),
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
        said_humans=of_corpus(lambda c: list(c.said_humans)),
        settings={"seed": RUN.settings.accuracy.seed},
        version=RESULTS_VERSION["words"],
    script:
        "../workflow/scripts/compare_human_errors.py"
