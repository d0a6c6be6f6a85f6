# Scores by COMET: `segment_scores: {comet: comet/wmt22-comet-da/NAME.tsv}` of the corpus NAME asks for them; likewise
# wmt22-cometkiwi-da (which sees no reference), XCOMET-XL and other models of Unbabel. comet-score must be on the PATH.
import json


rule run_comet:
    input:
        source=SOURCE_TEXT,
        hypothesis=OUTPUT_TEXT,
        reference=lambda w: REFERENCE_TEXT if CORPORA[w.corpus].references and "kiwi" not in w.model else [],
    output:
        "comet/{model}/{corpus}/{system}.json",
    log:
        "logs/{corpus}/run_comet/{model}/{system}.log",
    resources:
        gpu=1,
    params:
        reference=lambda w, input: f"-r {input.reference}" if input.reference else "",
    shell:
        "comet-score -s {input.source} -t {input.hypothesis} {params.reference} --model Unbabel/{wildcards.model}"
        " --gpus {resources.gpu} --quiet --to_json {output} > {log} 2>&1"


rule collect_comet:
    input:
        lambda w: expand("comet/{{model}}/{{corpus}}/{system}.json", system=CORPORA[w.corpus].systems),
    output:
        "comet/{model}/{corpus}.tsv",
    run:
        reports = [json.loads(Path(file).read_text(encoding="utf-8")) for file in input]
        columns = [[item["COMET"] for items in report.values() for item in items] for report in reports]
        write_scores(output[0], CORPORA[wildcards.corpus].systems, columns)
