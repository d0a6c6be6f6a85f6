"""How long the workflow takes from nothing, charts and report too: the clock, and CPU time and memory of each stage.

    python -m benchmarks.whole_run --config config/wmt21.yaml --data FOLDER [--cores 2] [--beside CHECKOUT]
    python -m benchmarks.whole_run --large RESULTS [--segments 1000000] [--cores 2] [--folder DIR]
    python -m benchmarks.whole_run --large RESULTS --models --segments 20000
    python -m benchmarks.whole_run --large RESULTS --edit --segments 25000 --metrics bleu --cores 1

The first runs a config whose texts are in FOLDER (`data_dir`), to `--targets` (default `extract score report`); with
`--beside` also with the program of another checkout, and its own config of that name if it has one. The second repeats
the segments of RESULTS, what a run left, with other words in the place of some (benchmarks/_made_corpus.py), gives
parses and links as a user's own, and runs to scores of two systems. With `--models` shipped models parse and align it,
and accuracy, charts and report are made. With `--edit` a request of the first phenomenon is narrowed then, and the
workflow runs again. DIR is where the corpus is made and stays; a million take 10 GB there with their results.
`--csv FILE` adds a line for each stage, for benchmarks/scale_costs.py.

Configs for bars of speed: config/config.yaml, config/wmt21.yaml, benchmarks/configs/.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks import _made_corpus, _runs
from benchmarks._common import arguments_of
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import read_corpus
from extractors.models.tokenizers import surface_tokens

CONFIG = """\
corpora:
  large:
    source_language: {source}
    target_language: {target}
    source: made/segments.parquet#source
    references: {{A: reference.txt}}
    systems: {{a: made/systems/a.parquet#hypothesis, b: made/systems/b.parquet#hypothesis}}
phenomena_file: phenomena.yaml
metrics: {{{metrics}}}
accuracy: {{enabled: {accuracy}}}
"""
OWN = """\
parse: {parser: conllu, model: made/source.conllu.gz}
align: {aligner: pharaoh, model: links.txt, options: {tokens: ours}}
"""
"""Parses and links of one's own, so that no model is needed."""
UNTOUCHED = ("segments.parquet", "source.conllu.gz", "alignment.parquet", "covariates.parquet")
"""What an edit of a phenomenon leaves as it is."""


def make(results: Path, segments: int, folder: Path, *, metrics: Sequence[str], models: bool) -> None:
    """Write a large corpus as a user would have it, `config.yaml` and the phenomena into a folder.

    Args:
        models: the shipped models make parses and links, and accuracy is measured; else they are a user's own.
    """
    _made_corpus.make(results, segments, folder / "made")
    corpus = read_corpus(folder / "made/segments.parquet")
    (reference,) = corpus.references.values()
    (folder / "reference.txt").write_text("".join(f"{text}\n" for text in reference), encoding="utf-8")
    links: list[list[str]] = [[] for _ in range(len(corpus))]
    table = tables.read(ALIGNMENT, folder / "made/alignment.parquet")
    columns = (table.column(name).to_pylist() for name in ("segment_id", "source", "target"))
    # A word with another ending may be cut otherwise.
    ends = [len(surface_tokens(text, corpus.target_language)) for text in reference]
    for segment, source, target in zip(*columns, strict=True):
        if target < ends[segment]:
            links[segment].append(f"{source}-{target}")
    (folder / "links.txt").write_text("".join(" ".join(of_segment) + "\n" for of_segment in links))
    shutil.copy(_runs.ROOT / "config/phenomena.yaml", folder)
    config = CONFIG.format(
        source=corpus.source_language,
        target=corpus.target_language,
        metrics=", ".join(f"{metric}: {{}}" for metric in metrics),
        accuracy=str(models).lower(),
    )
    (folder / "config.yaml").write_text(config + ("" if models else OWN))


def edit(file: Path) -> None:
    """Narrow a request of the first phenomenon, by another condition each time."""
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(
        r"(pattern \{[^}]*\})( without \{ R \[form=/edited\d+/\] \})?",
        rf"\1 without {{ R [form=/edited{time.time_ns()}/] }}",
        text,
        count=1,
    )
    assert count == 1, file
    file.write_text(changed, encoding="utf-8")


def times(folder: Path) -> dict[str, int]:
    """Return the modification times in ns of the files that an edit of a phenomenon leaves untouched."""
    return {name: (folder / "results/large" / name).stat().st_mtime_ns for name in UNTOUCHED}


def of_config(config: Path, data: Path, root: Path, *, targets: Sequence[str], cores: int) -> _runs.Run:
    """Run a config from nothing with the program of a checkout, which may have its own config of that name."""
    file = config.resolve()
    if file.is_relative_to(_runs.ROOT) and (own := root / file.relative_to(_runs.ROOT)).exists():
        file = own
    configs = ["--configfile", str(file), "--config", f"data_dir={data.resolve()}"]
    with tempfile.TemporaryDirectory() as folder:
        # What the config names beside itself.
        (Path(folder) / "resources").symlink_to(root / "resources")
        (Path(folder) / "config").symlink_to(root / "config")
        return _runs.run(Path(folder), [*configs, "--", *targets], cores=cores, root=root)


def main() -> None:
    arguments = arguments_of(__doc__, data="the texts of the config (`data_dir`)")
    what = arguments.add_mutually_exclusive_group(required=True)
    what.add_argument("--config", type=Path)
    what.add_argument("--large", type=Path, metavar="RESULTS")
    arguments.add_argument("--targets", nargs="+", default=["extract", "score", "report"])
    arguments.add_argument("--beside", type=Path, metavar="CHECKOUT")
    arguments.add_argument("--segments", type=int, default=1_000_000)
    arguments.add_argument("--metrics", nargs="+", default=["bleu", "chrf", "ribes"])
    arguments.add_argument("--models", action="store_true")
    arguments.add_argument("--edit", action="store_true")
    arguments.add_argument("--folder", type=Path)
    arguments.add_argument("--cores", type=int, default=2)
    arguments.add_argument("--csv", type=Path, help="where to add what the stages took")
    given = arguments.parse_args()
    if given.config:
        one = partial(of_config, given.config, given.data, targets=given.targets, cores=given.cores)
        run = one(_runs.ROOT)
        print(_runs.beside(run, one(given.beside.resolve())) if given.beside else _runs.table(run))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        if not (folder / "config.yaml").exists():
            make(given.large.resolve(), given.segments, folder, metrics=given.metrics, models=given.models)
        config = ["--configfile", "config.yaml"]
        targets = given.targets if given.models else ["score"]
        run = _runs.run(folder, [*config, "--", *targets], cores=given.cores)
        print(_runs.table(run))
        if given.csv:
            _runs.add_to(given.csv, run, given.segments, "models" if given.models else "own")
        if given.edit:
            before = times(folder)
            edit(folder / "phenomena.yaml")
            again = _runs.run(folder, [*config, "--", *targets], cores=given.cores)
            assert times(folder) == before, "the edit touched what it must not"
            print(f"\nAfter the edit:\n\n{_runs.table(again)}")


if __name__ == "__main__":
    main()
