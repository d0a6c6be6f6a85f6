# Texts for the programs of metrics, and the table of their scores; include this file before comet.smk and metricx.smk.
#
# A rule of your own reads SOURCE_TEXT, OUTPUT_TEXT and REFERENCE_TEXT (of the first reference), a segment a line, and writes
# metrics/METRIC/{corpus}/{system}.txt, a score a line. The config names metrics/METRIC/CORPUS.tsv. Rules to copy, which
# were not tested with the models; GEMBA needs `{path: metrics/gemba/CORPUS.tsv, sees: source, missing: allow}`:
#
#   rule run_bleurt:
#       input: hypothesis=OUTPUT_TEXT, reference=REFERENCE_TEXT
#       output: "metrics/bleurt/{corpus}/{system}.txt"
#       resources: gpu=1
#       shell: "python -m bleurt.score_files -candidate_file={input.hypothesis} -reference_file={input.reference}"
#           " -bleurt_checkpoint=BLEURT-20 -scores_file={output}"
#
#   rule run_gemba:
#       input: source=SOURCE_TEXT, hypothesis=OUTPUT_TEXT
#       output: "metrics/gemba/{corpus}/{system}.txt"
#       shell: "gemba --source={input.source} --hypothesis={input.hypothesis} --source_lang=German"
#           " --target_lang=English --method=GEMBA-DA --model=gpt-4 | grep -E '^(-?[0-9.]+|None)$' > {output}"
SOURCE_TEXT = "metrics/texts/{corpus}/source.txt"
OUTPUT_TEXT = "metrics/texts/{corpus}/outputs/{system}.txt"
REFERENCE_TEXT = "metrics/texts/{corpus}/reference.txt"


def place_of_text(wildcards):
    """Where the config has a text: source, reference or outputs/SYSTEM."""
    corpus = CORPORA[wildcards.corpus]
    references = {"reference": place for place in [*corpus.references.values()][:1]}
    outputs = {f"outputs/{system}": place for system, place in corpus.systems.items()}
    return {"source": corpus.source, **references, **outputs}[wildcards.text]


def write_scores(file, systems, columns):
    """Write scores as `segment_scores:` takes them: a column for each system, a row for each segment."""
    rows = [systems, *zip(*columns, strict=True)]
    Path(file).write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


rule write_metric_text:
    input:
        lambda w: files_of(CORPORA[w.corpus].source, place_of_text(w)),
    output:
        "metrics/texts/{corpus}/{text}.txt",
    params:
        source=of_corpus(lambda c: c.source.text),
        place=lambda w: place_of_text(w).text,
    script:
        "write_metric_text.py"


rule collect_scores:
    input:
        lambda w: expand("metrics/{{program}}/{{corpus}}/{system}.txt", system=CORPORA[w.corpus].systems),
    output:
        "metrics/{program}/{corpus}.tsv",
    run:
        columns = [Path(file).read_text().splitlines() for file in input]
        write_scores(output[0], CORPORA[wildcards.corpus].systems, columns)
