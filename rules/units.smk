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
        segments=result("whole/segments.parquet"),
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
        systems=whole_hypothesis_files,
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
        systems=whole_hypothesis_files,
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
        alignment=of_corpus(lambda c: whole("alignment.parquet", c) if c.references else []),
        output_alignment=of_corpus(lambda c: whole("output_alignment.parquet", c) if c.systems else []),
        systems=whole_hypothesis_files,
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
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("cut_units"),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        code=code_of("extractors.extract.units.stage", *TOKENIZERS),
    script:
        "../workflow/scripts/cut_units.py"


for bundle in BUNDLES:
    if bundle.corpus in CUT:

        rule:
            name:
                of_bundle("cut_system", bundle)
            input:
                hypotheses=[result(f"whole/systems/{system}.parquet") for system in bundle.systems],
                units=result("units.parquet"),
            output:
                [result(f"systems/{system}.parquet") for system in bundle.systems],
            log:
                f"logs/{{corpus}}/cut_system/{bundle.number}.log",
            wildcard_constraints:
                corpus=any_of([bundle.corpus]),
            conda:
                "../workflow/envs/challenge-sets.yaml"
            resources:
                **cost("cut_system"),
            params:
                systems=list(bundle.systems),
                code=code_of("extractors.extract.units.stage"),
            script:
                "../workflow/scripts/cut_system.py"


# The score that the user brings of a segment is that of each of its units.
for name, metric in SCORE_FILES:
    if name in CUT:

        rule:
            name:
                numbered("spread_scores", (name, metric), SCORE_FILES)
            input:
                statistics=[result(f"whole/statistics/{metric}/{system}.parquet") for system in CORPORA[name].systems],
                units=result("units.parquet"),
            output:
                [result(f"statistics/{metric}/{system}.parquet") for system in CORPORA[name].systems],
            log:
                f"logs/{{corpus}}/spread_scores/{metric}.log",
            wildcard_constraints:
                corpus=any_of([name]),
            conda:
                "../workflow/envs/challenge-sets.yaml"
            resources:
                **cost("spread_scores"),
            params:
                code=code_of("extractors.extract.units.spreading"),
            script:
                "../workflow/scripts/spread_scores.py"
