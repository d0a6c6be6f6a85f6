# Source and references to a table of segments; each system's output to a table of hypotheses.


rule ingest_corpus:
    input:
        of_corpus(lambda c: c.files()),
        intact=remake_damaged(lambda w: RUN.results / w.corpus),
    output:
        result("segments.parquet"),
    log:
        "logs/{corpus}/ingest_corpus.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("ingest_corpus"),
    params:
        corpus=of_corpus(
            lambda c: {
                "source": c.source.text,
                "references": {name: place.text for name, place in c.references.items()},
                "source_language": c.source_language,
                "target_language": c.target_language,
            }
        ),
        # Snakemake compares times, and a file that takes another's place may be older.
        places=of_corpus(lambda c: [state_of(place) for place in (c.source, *c.references.values())]),
        code=code_of("extractors.extract.ingest", *IMPORTERS),
    script:
        "../workflow/scripts/ingest_corpus.py"


# Of a corpus whose segments are cut, the whole ones.
for bundle in BUNDLES:
    folder, stage = ("whole/", "ingest_whole_system") if bundle.corpus in CUT else ("", "ingest_system")

    rule:
        name:
            of_bundle(stage, bundle)
        input:
            segments=result(f"{folder}segments.parquet"),
            hypotheses=output_files(bundle),
        output:
            [result(f"{folder}systems/{system}.parquet") for system in bundle.systems],
        log:
            f"logs/{{corpus}}/{stage}/{bundle.number}.log",
        wildcard_constraints:
            corpus=any_of([bundle.corpus]),
        conda:
            "../workflow/envs/challenge-sets.yaml"
        resources:
            **cost("ingest_system"),
        params:
            places=[CORPORA[bundle.corpus].systems[system].text for system in bundle.systems],
            source=of_corpus(lambda c: c.source.text),
            states=output_states(bundle),
            code=code_of("extractors.extract.ingest", *IMPORTERS),
        script:
            "../workflow/scripts/ingest_system.py"


# Of a corpus that is taken `from` a test set: its human and metric scores, and the errors that people marked.
rule read_test_set:
    input:
        of_corpus(lambda c: [str(file) for file in files_of_set(c.test_set)]),
    output:
        directory(result("test_set")),
    log:
        "logs/{corpus}/read_test_set.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("read_test_set"),
    params:
        test_set=of_corpus(lambda c: c.test_set),
        systems=of_corpus(lambda c: list(c.systems)),
        scores=of_corpus(lambda c: [name for name, file in c.segment_scores.items() if c.is_made(file)]),
        state=of_corpus(lambda c: state_of_set(c.test_set)),
        code=code_of("extractors.extract.campaign_tables", *TESTSETS),
    script:
        "../workflow/scripts/read_test_set.py"


# What is wrong with the texts, before anything is computed from them.
rule audit_inputs:
    input:
        segments=result("segments.parquet"),
        hypotheses=hypothesis_files,
    output:
        result("input_audit.parquet"),
        exports=as_csv(result("input_audit")),
    log:
        "logs/{corpus}/audit_inputs.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("audit_inputs"),
    params:
        code=code_of("extractors.extract.audit"),
    script:
        "../workflow/scripts/audit_inputs.py"
