# The hits of every phenomenon, the challenge sets by distance, and the segments that each set is compared with.


rule extract_sets:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=where(lambda c: c.is_aligned, "alignment.parquet"),
        output_alignment=where(lambda c: c.is_chosen_by_outputs, "output_alignment.parquet"),
        names=of_corpus(lambda c: files_of(*c.names.values())),
        brought=of_corpus(lambda c: files_of(*c.covariates.values())),
        units=where(lambda c: c.unit == "sentence", "units.parquet"),
        uncut=where(lambda c: c.unit == "sentence", "source.parquet"),
    output:
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
        controls=result("controls.parquet"),
    log:
        "logs/{corpus}/extract_sets.log",
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
        sets=of_corpus(lambda c: {p: RUN.sets[p].distances() for p in c.phenomenon_ids}),
        names=of_corpus(lambda c: places_with_states(c.names)),
        covariates=of_corpus(lambda c: places_with_states(c.covariates)),
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.settings.controls.as_dict(),
        version=RESULTS_VERSION["extract"],
    script:
        "../workflow/scripts/extract_sets.py"


# As plain text, where `sets.export` or a target asks for it.
rule export_sets:
    input:
        sets=result("sets.parquet"),
        segments=result("segments.parquet"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        update(directory(result("sets"))),
    log:
        "logs/{corpus}/export_sets.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=RESULTS_VERSION["extract"],
    script:
        "../workflow/scripts/export_sets.py"
