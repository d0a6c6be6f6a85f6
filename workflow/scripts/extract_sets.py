from extractors.core.job import stage
from extractors.extract import segment_covariates, select
from extractors.extract.control import control
from extractors.extract.control_settings import ControlSettings
from extractors.extract.detect import detect
from extractors.extract.set_settings import SetSettings
from extractors.formats import conllu, tables
from extractors.formats.alignment import AlignmentParts, OutputParts
from extractors.formats.covariates import COVARIATES, values_of
from extractors.formats.segments import read_source
from extractors.formats.sets import SETS
from extractors.inputs.places import parse
from extractors.phenomena import catalogue
from extractors.phenomena.chosen_phenomena import Detection

with stage(snakemake.log[0]):
    texts, made, params = snakemake.input, snakemake.output, snakemake.params
    where = params.where
    known = catalogue.load(where["file"], languages=[where["language"]])
    detection = Detection.of(params.detection)
    detection.check(conllu.generator_of(texts.parses))
    detection.tell()
    hits = detect(
        conllu.read_parts(texts.parses),
        [known[name] for name in params.ids],
        language=where["language"],
        links=AlignmentParts(texts.alignment, where["reference"]) if texts.alignment else None,
        outputs=OutputParts(texts.output_alignment, systems=where["systems"]) if texts.output_alignment else None,
        minimum_confidence=params.minimum_confidence,
        detection=detection,
        source=read_source(texts.segments),
        beside=made.hits,
    )
    tables.write_parts(hits, made.hits)

    wanted = {name: select.ranges(SetSettings.of(distances)) for name, distances in params.sets.items()}
    tables.write(select.select(select.read_hits(made.hits), wanted), made.sets)

    covariates = segment_covariates.measure(
        texts.parses,
        texts.segments,
        units=texts.units or None,
        uncut=texts.uncut or None,
        brought={name: parse(place) for name, place, _ in params.covariates},
        **{name: parse(place) for name, place, _ in params.names},
    )
    tables.write(covariates, made.covariates)

    values = values_of(tables.read(COVARIATES, made.covariates))
    samples = control(tables.read_parts(SETS, made.sets), values, ControlSettings.of(params.controls))
    tables.write_parts(samples, made.controls)
