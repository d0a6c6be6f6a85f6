# The source to Universal Dependencies.


rule parse_source:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
    output:
        f"{RESULTS}/{{corpus}}/source.conllu.gz",
    log:
        "logs/{corpus}/parse_source.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        parse=of_corpus(lambda c: c.parse),
        model=model_state("parse", "parser-"),
        code=of_corpus(lambda c: code_of("extractors.extract.parse", f"extractors.parsers.{c.parse['parser']}", *TOKENIZERS)),
    script:
        "../workflow/scripts/parse_source.py"
