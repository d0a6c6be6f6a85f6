# Automatic challenge sets for machine translation.
#
#   snakemake --cores 8 extract score report
#   snakemake --cores 8 --configfile config/wmt21.yaml --config data_dir=DIR -- extract score
from snakemake.utils import min_version

min_version("9.0")


include: "rules/common.smk"
include: "rules/ingest.smk"
include: "rules/translate.smk"
include: "rules/parse.smk"
include: "rules/align.smk"
include: "rules/detect.smk"
include: "rules/select.smk"
include: "rules/control.smk"
include: "rules/score.smk"
include: "rules/accuracy.smk"
include: "rules/report.smk"
include: "rules/publish.smk"


localrules:
    all,
    extract,
    translate,
    score,
    report,
    publish,


rule all:
    default_target: True
    input:
        extract_files(),
        score_files(),
        report_files(),


# Challenge sets and their controls.
rule extract:
    input:
        extract_files(),


# Outputs of the models that a config names, without scores.
rule translate:
    input:
        files_to_translate,


# Every system on every set, beside the controls.
rule score:
    input:
        files_to_score,


# A page to look at for each corpus, and its charts.
rule report:
    input:
        files_to_report,


# Each corpus as a data set for others; not in `all`, since it needs a licence.
rule publish:
    input:
        folders_to_publish,


onsuccess:
    show_scores()
