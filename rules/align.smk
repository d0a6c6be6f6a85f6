# Links between the source's surface tokens and those of the references.


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
