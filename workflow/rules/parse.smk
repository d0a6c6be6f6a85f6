# The source to Universal Dependencies.


rule parse_source:
    input:
        segments=result("segments.parquet"),
    output:
        result("source.conllu.gz"),
    log:
        "logs/{corpus}/parse_source.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
    conda:
        "../envs/challenge-sets.yaml"
    params:
        parse=of_corpus(lambda c: c.parse.as_dict()),
        suggest_units=of_corpus(lambda c: c.unit == "segment"),
        model=model_state(lambda c: c.parse.model, "parser-"),
        code=of_corpus(
            lambda c: code_of("extractors.extract.parse", f"extractors.parsers.{c.parse.parser}", *TOKENIZERS)
        ),
    script:
        "../scripts/parse_source.py"
