# Scores by MetricX, errors of 0 to 25: `segment_scores: {metricx: {path: metricx/metricx-24-hybrid-xl-v2p6/NAME.tsv,
# higher_is_better: false}}` of the corpus NAME asks for them. A checkout of google-research/metricx is on PYTHONPATH.
import json


rule write_metricx_items:
    input:
        source=SOURCE_TEXT,
        hypothesis=OUTPUT_TEXT,
        reference=lambda w: REFERENCE_TEXT if CORPORA[w.corpus].references else [],
    output:
        "metricx/items/{corpus}/{system}.jsonl",
    run:
        texts = [Path(file).read_text(encoding="utf-8").split("\n")[:-1] for file in input]
        names = ("source", "hypothesis", "reference")[: len(texts)]
        items = [json.dumps(dict(zip(names, segment))) for segment in zip(*texts, strict=True)]
        Path(output[0]).write_text("".join(f"{item}\n" for item in items))


rule run_metricx:
    input:
        "metricx/items/{corpus}/{system}.jsonl",
    output:
        "metricx/{model}/{corpus}/{system}.jsonl",
    log:
        "logs/{corpus}/run_metricx/{model}/{system}.log",
    resources:
        gpu=1,
    params:
        qe=lambda w: "" if CORPORA[w.corpus].references else "--qe",
    shell:
        "python -m metricx24.predict --tokenizer google/mt5-xl --model_name_or_path google/{wildcards.model}"
        " --max_input_length 1536 --batch_size 1 --input_file {input} --output_file {output} {params.qe} > {log} 2>&1"


rule collect_metricx:
    input:
        lambda w: expand("metricx/{{model}}/{{corpus}}/{system}.jsonl", system=CORPORA[w.corpus].systems),
    output:
        "metricx/{model}/{corpus}.tsv",
    run:
        files = [Path(file).read_text(encoding="utf-8").splitlines() for file in input]
        columns = [[json.loads(line)["prediction"] for line in lines] for lines in files]
        write_scores(output[0], CORPORA[wildcards.corpus].systems, columns)
