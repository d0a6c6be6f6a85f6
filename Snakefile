# Automatic challenge sets for machine translation.
#
#   snakemake --cores 8 extract score report
#   snakemake --cores 8 --configfile config/wmt21.yaml --config data_dir=DIR -- extract score
from snakemake.utils import min_version

min_version("9.0")


include: "rules/common.smk"
include: "rules/record.smk"
include: "rules/shards.smk"
include: "rules/ingest.smk"
include: "rules/parse.smk"
include: "rules/align.smk"
include: "rules/extract.smk"
include: "rules/score.smk"
include: "rules/accuracy.smk"
include: "rules/units.smk"
include: "rules/report.smk"
include: "rules/publish.smk"


# The rules of other packages, of which the config has a block (extractors/core/wings.py).
for wing in wings.with_blocks(RUN.blocks).values():

    include: wing.rules


# The targets, each with what says which files belong to it (extractors/config/targets.py).
rule all:
    default_target: True
    input:
        lambda wildcards: told(targets.all_targets, RUN),
    localrule: True


# Challenge sets and their controls.
rule extract:
    input:
        lambda wildcards: told(targets.extract_targets, RUN),
    localrule: True


# Every system on every set, beside the controls.
rule score:
    input:
        lambda wildcards: told(targets.score_targets, RUN),
    localrule: True


# A page for each corpus, and its charts.
rule report:
    input:
        lambda wildcards: told(targets.report_targets, RUN),
    localrule: True


# Each corpus as a data set for others; not in `all`, since it needs a licence.
rule publish:
    input:
        lambda wildcards: told(targets.publish_targets, RUN),
    localrule: True


onstart:
    begin()


onsuccess:
    clear_shards()
    print_findings()
