# The source to Universal Dependencies; of a large corpus, by shards.


rule parse_source:
    input:
        segments=result("segments.parquet"),
        shards=parse_shards,
    output:
        result("source.conllu.gz"),
    log:
        "logs/{corpus}/parse_source.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("parse_source"),
    params:
        parse=of_corpus(parser_of),
        suggest_units=of_corpus(lambda c: c.unit == "segment"),
        model=model_state(lambda c: c.parse.model, "parser-"),
        code=of_corpus(
            lambda c: code_of("extractors.extract.parse", f"extractors.models.parsers.{c.parse.parser}", *TOKENIZERS)
        ),
    script:
        "../workflow/scripts/parse_source.py"


use rule parse_source as parse_shard with:
    input:
        segments=uncut_segments,
    output:
        temp(result(".shards/parse/{shard}.conllu.gz")),
    log:
        "logs/{corpus}/parse_shard/{shard}.log",
    wildcard_constraints:
        corpus=any_of(CORPORA),
