# Texts for the programs of metrics, and the table of their scores; include this file before comet.smk and metricx.smk.
#
# A rule of your own reads SOURCE_TEXT, OUTPUT_TEXT and REFERENCE_TEXT (of the first reference), a segment a line, and writes
# metrics/METRIC/{corpus}/{system}.txt, a score a line. The config names metrics/METRIC/CORPUS.tsv.
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
