# Links between the source's surface tokens and those of the references.


rule align_references:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
    output:
        f"{RESULTS}/{{corpus}}/alignment.parquet",
    log:
        "logs/{corpus}/align_references.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        align=of_corpus(lambda c: c.align),
        model=model_state("align", ("aligner-", "eflomal-")),
        code=of_corpus(
            lambda c: code_of("extractors.extract.align", f"extractors.aligners.{c.align['aligner']}", *TOKENIZERS)
        ),
    script:
        "../workflow/scripts/align_references.py"
