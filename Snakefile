# Automatic challenge sets for machine translation.
#
#   snakemake --cores 8 extract score report
#   snakemake --cores 8 --configfile config/wmt21.yaml --config data_dir=DIR -- extract score
from snakemake.utils import min_version

min_version("9.0")


include: "rules/common.smk"
include: "rules/costs.smk"
include: "rules/integrity.smk"
include: "rules/lock.smk"
include: "rules/shards.smk"
include: "rules/ingest.smk"
include: "rules/translate.smk"
include: "rules/parse.smk"
include: "rules/align.smk"
include: "rules/detect.smk"
include: "rules/select.smk"
include: "rules/control.smk"
include: "rules/score.smk"
include: "rules/accuracy.smk"
include: "rules/units.smk"
include: "rules/report.smk"
include: "rules/suites.smk"
include: "rules/publish.smk"


localrules:
    all,


rule all:
    default_target: True
    input:
        extract_targets(),
        score_targets(),
        report_targets(),


# The targets, each with the checked function that says what belongs to it.
for name, targets in {
    "extract": extract_targets,  # challenge sets and their controls
    "translate": require_translations,  # outputs of the models that a config names, without scores
    "score": require_scores,  # every system on every set, beside the controls
    "report": require_reports,  # a page to look at for each corpus, and its charts
    "publish": dataset_targets,  # each corpus as a data set for others; not in `all`, since it needs a licence
}.items():

    rule:
        name:
            name
        input:
            targets,
        localrule: True


onstart:
    take_locks()
    clear_away()


onsuccess:
    clear_shards()


onerror:
    STOP.exit()
