# The hits of every phenomenon.


rule detect_phenomena:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=where(lambda c: c.is_aligned, "alignment.parquet"),
        output_alignment=where(lambda c: c.is_chosen_by_outputs, "output_alignment.parquet"),
    output:
        result("hits.parquet"),
    log:
        "logs/{corpus}/detect_phenomena.log",
    conda:
        ENVIRONMENT
    params:
        # The definitions themselves, so that an edited phenomenon, and not an edited comment, re-runs this.
        phenomena=of_corpus(lambda c: [p.definition(c.source_language) for p in c.phenomena]),
        ids=of_corpus(lambda c: c.phenomenon_ids),
        minimum_confidence=of_corpus(lambda c: c.minimum_confidence),
        detection=of_corpus(lambda c: c.detection.as_dict()),
        where=of_corpus(
            lambda c: {
                "file": RUN.settings.phenomena_file,
                "language": c.source_language,
                "reference": next(iter(c.aligned_references), None),
                "systems": len(c.systems),
            }
        ),
        version=RESULTS_VERSION["detect"],
    script:
        "../workflow/scripts/detect_phenomena.py"
