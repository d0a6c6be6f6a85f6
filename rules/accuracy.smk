# Whether the outputs have the words of the hits: the lemmas of the target side once, then the measure.


rule build_lexicon:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        systems=hypothesis_files,
    output:
        # What an earlier run has looked up is not looked up again.
        update(f"{RESULTS}/{{corpus}}/lexicon.parquet"),
    log:
        "logs/{corpus}/build_lexicon.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        lemmas=of_corpus(lambda c: c.lemmas),
        model=model_state("lemmas", ("parser-",)),
        code=of_corpus(
            lambda c: code_of(
                "extractors.accuracy.lexicon",
                f"extractors.parsers.{c.lemmas['parser'] or parsers.DEFAULT}",
                *TOKENIZERS,
            )
        ),
    script:
        "../workflow/scripts/build_lexicon.py"


rule measure_accuracy:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
        alignment=f"{RESULTS}/{{corpus}}/alignment.parquet",
        hits=f"{RESULTS}/{{corpus}}/hits.parquet",
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        lexicon=f"{RESULTS}/{{corpus}}/lexicon.parquet",
        systems=hypothesis_files,
    output:
        accuracy=f"{RESULTS}/{{corpus}}/accuracy.csv",
        by_hit=f"{RESULTS}/{{corpus}}/accuracy_hits.parquet",
    log:
        "logs/{corpus}/measure_accuracy.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        ordered=of_corpus(lambda c: [p.id for p in c.phenomena if p.measure]),
        settings={name: RUN.accuracy[name] for name in ("samples", "seed")},
        code=code_of("extractors.accuracy.stage", *TOKENIZERS),
    script:
        "../workflow/scripts/measure_accuracy.py"
