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
        "../envs/challenge-sets.yaml"
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
        "../scripts/ingest_corpus.py"


rule ingest_system:
    input:
        segments=result("segments.parquet"),
        hypotheses=lambda w: files_of(CORPORA[w.corpus].systems[w.system]),
    output:
        result("systems/{system}.parquet"),
    log:
        "logs/{corpus}/ingest_system/{system}.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        "../envs/challenge-sets.yaml"
    params:
        place=lambda w: CORPORA[w.corpus].systems[w.system].text,
        source=of_corpus(lambda c: c.source.text),
        state=output_state,
        code=code_of("extractors.extract.ingest", *IMPORTERS),
    script:
        "../scripts/ingest_system.py"
