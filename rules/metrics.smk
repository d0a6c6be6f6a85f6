# Metrics that other programs compute: the texts for them, a job for each system, and their scores as imported ones.
COMMANDS = RUN.settings.metric_commands


rule write_metric_texts:
    input:
        segments=uncut_segments,
        systems=uncut_systems,
    output:
        directory(result("metric_texts")),
    log:
        "logs/{corpus}/write_metric_texts.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/write_metric_texts.py"


# A rule for each program, since resources and environment are its own. Texts are written anew when a system comes in:
# the script keeps the scores of the others, whose texts are the same, so that a program scores each output once.
for METRIC, COMMAND in COMMANDS.items():

    rule:
        name:
            rule_name(METRIC)
        input:
            result("metric_texts"),
        output:
            scores=update(result("metric_runs/{metric}/{system}.scores.gz")),
            asked=update(result("metric_runs/{metric}/{system}.asked")),
            version=update(result("metric_runs/{metric}/{system}.version.gz")),
        log:
            "logs/{corpus}/run_metric/{metric}/{system}.log",
        wildcard_constraints:
            metric=re.escape(METRIC),
        conda:
            COMMAND.conda_place
        container:
            COMMAND.container
        resources:
            **COMMAND.resources,
        params:
            script=lambda w: metric_run_of(w).script(),
        shell:
            "{params.script}"


rule collect_metric_scores:
    input:
        systems=uncut_systems,
        runs=lambda w: expand(
            result("metric_runs/{{metric}}/{system}.{file}"),
            system=CORPORA[w.corpus].systems,
            file=["scores.gz", "version.gz"],
            allow_missing=True,
        ),
    output:
        scores=result("metric_scores/{metric}.parquet"),
        ratings=result("metric_scores/{metric}.ratings.parquet"),
        spans=result("metric_scores/{metric}.spans.parquet"),
    log:
        "logs/{corpus}/collect_metric_scores/{metric}.log",
    wildcard_constraints:
        metric=any_of(COMMANDS),
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        command=lambda w: COMMANDS[w.metric].as_dict(),
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/collect_metric_scores.py"
