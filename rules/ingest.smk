# Source and references to a table of segments; each system's output to a table of hypotheses.


rule ingest_corpus:
    input:
        of_corpus(lambda c: c.files()),
    output:
        f"{RESULTS}/{{corpus}}/segments.parquet",
    log:
        "logs/{corpus}/ingest_corpus.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        corpus=of_corpus(
            lambda c: {
                "source": c.source,
                "references": c.references,
                "source_language": c.source_language,
                "target_language": c.target_language,
            }
        ),
        # Snakemake compares times, and a file that takes another's place may be older.
        places=of_corpus(lambda c: [state_of(place) for place in (c.source, *c.references.values())]),
        code=code_of("extractors.extract.ingest", *IMPORTERS),
    script:
        "../workflow/scripts/ingest_corpus.py"


rule ingest_system:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        hypotheses=lambda w: files_of(CORPORA[w.corpus].systems[w.system]),
    output:
        f"{RESULTS}/{{corpus}}/systems/{{system}}.parquet",
    log:
        "logs/{corpus}/ingest_system/{system}.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        place=lambda w: CORPORA[w.corpus].systems[w.system],
        source=of_corpus(lambda c: c.source),
        state=output_state,
        code=code_of("extractors.extract.ingest", *IMPORTERS),
    script:
        "../workflow/scripts/ingest_system.py"
