# The source to Universal Dependencies; of a large corpus, by shards.


rule parse_source:
    input:
        segments=result("source.parquet"),
        shards=parse_shards,
    output:
        result("source.conllu.gz"),
    log:
        "logs/{corpus}/parse_source.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        ENVIRONMENT
    resources:
        gpu=of_corpus(lambda c: gpus(c.parse.options)),
    params:
        parse=of_corpus(parser_of),
        suggest_units=of_corpus(lambda c: c.unit == "segment"),
        model=of_corpus(lambda c: model_states(c.parse.model, ("parser-", "encoder"))),
        version=RESULTS_VERSION["parse"],
    script:
        "../workflow/scripts/parse_source.py"


use rule parse_source as parse_shard with:
    input:
        segments=result("source.parquet"),
    output:
        temp(result(".shards/parse/{shard}.conllu.gz")),
    log:
        "logs/{corpus}/parse_shard/{shard}.log",
    wildcard_constraints:
        corpus=any_of(CORPORA),
