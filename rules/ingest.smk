# Source and references to a table of segments; each system's output to a table of hypotheses.
from extractors.inputs.evaluation_sets import files_of_set, state_of_set


rule ingest_corpus:
    input:
        of_corpus(lambda c: c.files()),
        known=known_results(lambda w: RUN.results / w.corpus, of_corpus(config_of_corpus)),
    output:
        result("segments.parquet"),
    log:
        "logs/{corpus}/ingest_corpus.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        ENVIRONMENT
    params:
        corpus=of_corpus(
            lambda c: {
                "source": c.source.text,
                "references": {name: place.text for name, place in c.references.items()},
                "source_language": c.source_language,
                "target_language": c.target_language,
            }
        ),
        check_languages=RUN.settings.check_languages,
        # Snakemake compares times, and a file that takes another's place may be older.
        places=of_corpus(lambda c: [state_of(place) for place in (c.source, *c.references.values())]),
        version=RESULTS_VERSION["ingest"],
    script:
        "../workflow/scripts/ingest_corpus.py"


# The source alone, which is parsed: another reference changes no parse.
use rule ingest_corpus as ingest_source with:
    input:
        of_corpus(lambda c: files_of(c.source)),
    output:
        result("source.parquet"),
    log:
        "logs/{corpus}/ingest_source.log",
    wildcard_constraints:
        corpus=any_of(CORPORA),
    params:
        corpus=of_corpus(
            lambda c: {
                "source": c.source.text,
                "references": {},
                "source_language": c.source_language,
                "target_language": c.target_language,
            }
        ),
        check_languages=False,
        places=of_corpus(lambda c: [state_of(c.source)]),
        version=RESULTS_VERSION["ingest"],


# The outputs of all systems, and what is wrong with the texts: to start a job takes longer than to read a small output.
rule ingest_systems:
    input:
        segments=result("segments.parquet"),
        hypotheses=of_corpus(lambda c: files_of(*c.systems.values())),
    output:
        systems=directory(result("systems")),
        audit=result("input_audit.parquet"),
        exports=as_csv(result("input_audit")),
    log:
        "logs/{corpus}/ingest_systems.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        ENVIRONMENT
    params:
        places=of_corpus(lambda c: {name: place.text for name, place in c.systems.items()}),
        source=of_corpus(lambda c: c.source.text),
        check_languages=RUN.settings.check_languages,
        states=of_corpus(lambda c: [state_of(place) for place in c.systems.values()]),
        version=RESULTS_VERSION["ingest"],
    script:
        "../workflow/scripts/ingest_systems.py"


use rule ingest_systems as ingest_post_edits with:
    input:
        segments=result("segments.parquet"),
        hypotheses=of_corpus(lambda c: files_of(*c.post_edits.values())),
    output:
        systems=directory(result("post_edits")),
    log:
        "logs/{corpus}/ingest_post_edits.log",
    params:
        places=of_corpus(lambda c: {name: place.text for name, place in c.post_edits.items()}),
        source=of_corpus(lambda c: c.source.text),
        check_languages=RUN.settings.check_languages,
        states=of_corpus(lambda c: [state_of(place) for place in c.post_edits.values()]),
        version=RESULTS_VERSION["ingest"],


# Of a corpus that is taken `from` a test set: its human and metric scores, and the errors that people marked.
rule read_test_set:
    input:
        of_corpus(lambda c: [str(file) for file in files_of_set(c.test_set)]),
        source=result("source.parquet"),
        outputs=of_corpus(lambda c: files_of(*c.own_outputs.values())),
    output:
        directory(result("test_set")),
    log:
        "logs/{corpus}/read_test_set.log",
    conda:
        ENVIRONMENT
    params:
        test_set=of_corpus(lambda c: c.test_set),
        systems=of_corpus(lambda c: list(c.systems)),
        people=of_corpus(lambda c: c.scored_people),
        source=of_corpus(lambda c: c.source.text),
        own=of_corpus(lambda c: {name: place.text for name, place in c.own_outputs.items()}),
        outputs=of_corpus(lambda c: list(map(state_of, c.own_outputs.values()))),
        state=of_corpus(lambda c: state_of_set(c.test_set)),
        version=RESULTS_VERSION["ingest"],
    script:
        "../workflow/scripts/read_test_set.py"
