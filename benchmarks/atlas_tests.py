"""How often the atlas finds what is not there, and what is, on the results of an atlas run.

Sets that mean nothing are drawn by the text of each segment, so that corpora of the same texts have the same sets; by
`--clump` some documents have more of them than others, as phenomena do. `--planted D` adds D standard deviations to the
difference of every corpus, and `--between T` a difference between test sets.

    python benchmarks/atlas_tests.py config.yaml --language en --share 0.05 --clump 1 --trials 400
"""

import argparse
import zlib
from pathlib import Path

import numpy as np
from _common import arguments_of, loaded_corpora

from extractors.atlas.atlas_effects import LoadedCorpus
from extractors.atlas.atlas_pooling import atlas_rows, moderator_rows
from extractors.config.run import load_config
from extractors.formats.segments import read_source


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("config", type=Path, help="a config whose target atlas was run, from its folder")
    parser.add_argument("--language", default="en", help="source language (default: en)")
    parser.add_argument("--share", type=float, default=0.05, help="of the segments in a set (default: 0.05)")
    parser.add_argument("--clump", type=float, default=1.0, help="spread of documents' log odds (default: 1)")
    parser.add_argument("--planted", type=float, default=0.0, help="standard deviations that sets score lower")
    parser.add_argument("--between", type=float, default=0.0, help="standard deviation between test sets")
    parser.add_argument("--trials", type=int, default=400)
    arguments = parser.parse_args()
    run = load_config([arguments.config])
    names = [name for name in run.settings.atlas.corpora if run.corpora[name].source_language == arguments.language]
    loaded = [*loaded_corpora(run, names)]
    found, moderated = {}, {}
    for trial in range(arguments.trials):
        effects = [
            effect for corpus in loaded for effect in corpus.effects("noise", 0, drawn(corpus, trial, arguments))
        ]
        shift = {
            source: np.random.default_rng([trial, zlib.crc32(source.encode())])
            for source in {e.source for e in effects}
        }
        planted = {source: arguments.planted + arguments.between * rng.normal() for source, rng in shift.items()}
        for effect in effects:
            effect.differences[:] += planted[effect.source] * effect.scale
        for row in atlas_rows(effects):
            low, high = row["here_low"], row["here_high"]
            found.setdefault(row["metric"], []).append(
                (
                    row["sources"],
                    # One test set is no sample of others.
                    row["p"] is not None and row["p"] < 0.05 and row["effect"] < 0,
                    row["p"] is not None and row["p"] < 0.05 and row["effect"] > 0,
                    high < 0,
                    low > 0,
                )
            )
        for row in moderator_rows(effects):
            of = moderated.setdefault((row["metric"], row["moderator"].partition(" ")[0]), [])
            of.append([np.nan if row[p] is None else row[p] < 0.05 for p in ("p", "here_p")])
    print("metric\ttest sets\ttrials\trandom effects: below\tabove\tthese test sets: below\tabove")
    for metric, rows in found.items():
        shares = "\t".join(f"{100 * share:.1f} %" for share in np.mean(rows, axis=0)[1:])
        print(f"{metric}\t{rows[0][0]}\t{len(rows)}\t{shares}")
    print("metric\tmoderator\ttests\trandom effects\tthese test sets")
    for (metric, moderator), tests in sorted(moderated.items()):
        shares = "\t".join(f"{100 * share:.1f} %" for share in np.array(tests, dtype=float).mean(axis=0))
        print(f"{metric}\t{moderator}\t{len(tests)}\t{shares}")


def drawn(corpus: LoadedCorpus, trial: int, arguments: argparse.Namespace) -> np.ndarray:
    """The segments of a set that means nothing."""
    by_document = {c: np.random.default_rng([trial, int(c)]).normal() for c in np.unique(corpus.clusters)}
    chance = arguments.share * np.exp(arguments.clump * np.array([by_document[c] for c in corpus.clusters.tolist()]))
    chance /= np.exp(arguments.clump**2 / 2)
    source = read_source(corpus.corpus.folder / "segments.parquet")
    dice = np.array([zlib.crc32(f"{trial} {text}".encode()) / 2**32 for text in source])
    return np.flatnonzero(dice < chance)


if __name__ == "__main__":
    main()
