from pathlib import Path

from extractors.core.job import stage
from extractors.report import exports, gather

with stage(snakemake.log[0]):
    output = Path(snakemake.output[0])
    results = gather.read(output.parent, snakemake.input.phenomena, metric=snakemake.params.metric)
    exports.draw_all(results, output)
