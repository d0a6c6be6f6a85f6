# Corpora with `unit: sentence`: whole segments are parsed and aligned, cut into units alike in all texts, and the tables
# of units take the places that tables of segments have elsewhere. Whole segments stay in the folder whole.


use rule ingest_corpus as ingest_whole_corpus with:
    output:
        result("whole/segments.parquet"),
    log:
        "logs/{corpus}/ingest_whole_corpus.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule parse_source as parse_whole_source with:
    input:
        segments=result("source.parquet"),
        shards=parse_shards,
    output:
        result("whole/source.conllu.gz"),
    log:
        "logs/{corpus}/parse_whole_source.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule align_references as align_whole_references with:
    input:
        segments=result("whole/segments.parquet"),
        parses=result("whole/source.conllu.gz"),
        shards=link_shards("references", "whole/"),
    output:
        result("whole/alignment.parquet"),
    log:
        "logs/{corpus}/align_whole_references.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule align_references as align_whole_references_shard with:
    input:
        segments=result("whole/segments.parquet"),
        parses=result("whole/source.conllu.gz"),
    output:
        temp(result("whole/.shards/references/{shard}.parquet")),
    log:
        "logs/{corpus}/align_whole_references_shard/{shard}.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule align_outputs as align_whole_outputs with:
    input:
        segments=result("whole/segments.parquet"),
        parses=result("whole/source.conllu.gz"),
        systems=where(lambda c: c.systems, "whole/systems"),
        shards=link_shards("outputs", "whole/"),
    output:
        result("whole/output_alignment.parquet"),
    log:
        "logs/{corpus}/align_whole_outputs.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule align_outputs as align_whole_outputs_shard with:
    input:
        segments=result("whole/segments.parquet"),
        parses=result("whole/source.conllu.gz"),
        systems=where(lambda c: c.systems, "whole/systems"),
    output:
        temp(result("whole/.shards/outputs/{shard}.parquet")),
    log:
        "logs/{corpus}/align_whole_outputs_shard/{shard}.log",
    wildcard_constraints:
        corpus=any_of(CUT),


rule cut_units:
    input:
        segments=result("whole/segments.parquet"),
        parses=result("whole/source.conllu.gz"),
        alignment=where(lambda c: c.is_aligned, "whole/alignment.parquet"),
        output_alignment=where(lambda c: c.systems, "whole/output_alignment.parquet"),
        systems=where(lambda c: c.systems, "whole/systems"),
    output:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        units=result("units.parquet"),
        cuts=result("unit_cuts.parquet"),
        exports=as_csv(result("unit_cuts")),
    log:
        "logs/{corpus}/cut_units.log",
    wildcard_constraints:
        corpus=any_of(CUT),
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=RESULTS_VERSION["units"],
    script:
        "../workflow/scripts/cut_units.py"


use rule ingest_systems as ingest_whole_systems with:
    input:
        segments=result("whole/segments.parquet"),
        hypotheses=of_corpus(lambda c: files_of(*c.systems.values())),
    output:
        systems=directory(result("whole/systems")),
    log:
        "logs/{corpus}/ingest_whole_systems.log",
    wildcard_constraints:
        corpus=any_of(CUT),


rule cut_systems:
    input:
        systems=result("whole/systems"),
        units=result("units.parquet"),
        segments=result("segments.parquet"),
    output:
        systems=directory(result("systems")),
        audit=result("input_audit.parquet"),
        exports=as_csv(result("input_audit")),
    log:
        "logs/{corpus}/cut_systems.log",
    wildcard_constraints:
        corpus=any_of(CUT),
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=[RESULTS_VERSION[stage] for stage in ("ingest", "units")],
    script:
        "../workflow/scripts/cut_systems.py"


use rule compute_statistics as compute_whole_statistics with:
    input:
        segments=result("whole/segments.parquet"),
        systems=result("whole/systems"),
        audit=result("input_audit.parquet"),
    output:
        folders_of_metrics("whole/statistics"),
    log:
        "logs/{corpus}/compute_whole_statistics.log",
    wildcard_constraints:
        corpus=any_of(CUT),


use rule import_scores as import_whole_scores with:
    input:
        segments=result("whole/segments.parquet"),
        scores=lambda w: score_file(RUN, CORPORA[w.corpus], w.metric),
        audit=result("input_audit.parquet"),
    output:
        directory(result("whole/statistics/{metric}")),
    log:
        "logs/{corpus}/import_whole_scores/{metric}.log",
    wildcard_constraints:
        corpus=any_of(CUT),
        metric=any_of(BROUGHT),


# The score that the user brings of a segment is that of each of its units.
rule spread_scores:
    input:
        statistics=result("whole/statistics/{metric}"),
        units=result("units.parquet"),
    output:
        directory(result("statistics/{metric}")),
    log:
        "logs/{corpus}/spread_scores/{metric}.log",
    wildcard_constraints:
        corpus=any_of(CUT),
        metric=any_of(BROUGHT),
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=RESULTS_VERSION["units"],
    script:
        "../workflow/scripts/spread_scores.py"
