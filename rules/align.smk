# Links between the source's surface tokens and those of the references and of the outputs.


rule align_references:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        shards=link_shards("references"),
    output:
        result("alignment.parquet"),
    log:
        "logs/{corpus}/align_references.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=of_corpus(lambda c: gpus(c.align.options)),
    params:
        align=of_corpus(lambda c: c.align.as_dict() | {"references": list(c.aligned_references)}),
        model=of_corpus(lambda c: model_states(c.align.model, ("aligner-", "encoder"))),
        # Links and tokens that the user brings; `{reference}` in a name stands for that of a reference.
        files=of_corpus(lambda c: [state(file) for file in aligner_files(c)]),
        version=RESULTS_VERSION["align"],
    script:
        "../workflow/scripts/align_references.py"


use rule align_references as align_references_shard with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
    output:
        temp(result(".shards/references/{shard}.parquet")),
    log:
        "logs/{corpus}/align_references_shard/{shard}.log",


rule align_outputs:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=where(lambda c: c.systems, "systems"),
        shards=link_shards("outputs"),
    output:
        result("output_alignment.parquet"),
    log:
        "logs/{corpus}/align_outputs.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=of_corpus(lambda c: gpus(c.align.options)),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        align=of_corpus(lambda c: c.align.as_dict()),
        model=of_corpus(lambda c: model_states(c.align.model, ("aligner-", "encoder"))),
        version=RESULTS_VERSION["align"],
    script:
        "../workflow/scripts/align_outputs.py"


use rule align_outputs as align_outputs_shard with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        temp(result(".shards/outputs/{shard}.parquet")),
    log:
        "logs/{corpus}/align_outputs_shard/{shard}.log",


use rule align_outputs as align_post_edits with:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        systems=result("post_edits"),
        shards=[],
    output:
        result("post_edit_alignment.parquet"),
    log:
        "logs/{corpus}/align_post_edits.log",
    params:
        systems=of_corpus(lambda c: list(c.post_edits)),
        align=of_corpus(lambda c: c.align.as_dict()),
        model=of_corpus(lambda c: model_states(c.align.model, ("aligner-", "encoder"))),
        version=RESULTS_VERSION["align"],
