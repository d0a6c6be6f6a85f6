# Phenomena over many corpora: tables of numbers, and a page of them.

ATLAS_FOLDER = RUN.results / "atlas"
ATLAS = RUN.settings.atlas.corpora


rule pool_atlas:
    input:
        tables=expand(
            result("{table}.parquet"),
            corpus=ATLAS,
            table=["segments", "sets", "controls", "covariates", "findings"],
        ),
        statistics=[
            f"{RUN.results}/{name}/statistics/{metric}"
            for name in ATLAS
            for metric in CORPORA[name].metrics(RUN.settings.computed_metrics)
        ],
    output:
        atlas=f"{ATLAS_FOLDER}/atlas.parquet",
        effects=f"{ATLAS_FOLDER}/atlas_effects.parquet",
        systems=f"{ATLAS_FOLDER}/atlas_systems.parquet",
        moderators=f"{ATLAS_FOLDER}/atlas_moderators.parquet",
        exports=as_csv(*(f"{ATLAS_FOLDER}/{name}" for name in targets.ATLAS_TABLES)),
    log:
        "logs/pool_atlas.log",
    conda:
        ENVIRONMENT
    params:
        corpora=[
            {
                "name": name,
                "folder": f"{RUN.results}/{name}",
                "year": year,
                "source_language": CORPORA[name].source_language,
                "target_language": CORPORA[name].target_language,
                "systems": list(CORPORA[name].systems),
                "metrics": CORPORA[name].metrics(RUN.settings.computed_metrics),
            }
            for name, year in ATLAS.items()
        ],
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("cluster", "block")},
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/pool_atlas.py"


rule draw_atlas:
    input:
        atlas=rules.pool_atlas.output.atlas,
        effects=rules.pool_atlas.output.effects,
        phenomena=RUN.settings.phenomena_file,
    output:
        update(directory(f"{ATLAS_FOLDER}/charts")),
    log:
        "logs/draw_atlas.log",
    conda:
        ENVIRONMENT
    params:
        alpha=RUN.settings.statistics.alpha,
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/draw_atlas.py"


rule write_atlas:
    input:
        atlas=rules.pool_atlas.output.atlas,
        effects=rules.pool_atlas.output.effects,
        systems=rules.pool_atlas.output.systems,
        moderators=rules.pool_atlas.output.moderators,
        phenomena=RUN.settings.phenomena_file,
        # The page has links to these.
        linked=[f"{RUN.results}/{name}/report.html" for name in ATLAS if RUN.settings.atlas.reports],
        charts=rules.draw_atlas.output if RUN.settings.atlas.charts else [],
    output:
        report(f"{ATLAS_FOLDER}/atlas.html", caption="../workflow/report/atlas.rst", category="atlas"),
    log:
        "logs/write_atlas.log",
    conda:
        ENVIRONMENT
    params:
        reports={name: f"../{name}/report.html" for name in ATLAS if RUN.settings.atlas.reports},
        has_examples=RUN.settings.report.examples > 0,
        charts="charts" if RUN.settings.atlas.charts else None,
        alpha=RUN.settings.statistics.alpha,
        assets=state(ASSETS),
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/write_atlas.py"
