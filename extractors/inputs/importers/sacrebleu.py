"""Test sets of sacreBLEU, with the outputs of systems where it has them, by sacreBLEU's own code and from its cache.

`sacrebleu:wmt21/systems:en-de#src`: test set, language pair and field are called as by
`sacrebleu -t wmt21/systems -l en-de --echo src`, and the lines are those that this prints. `#ref` stands for the
first reference where a test set has several.
"""

import importlib.metadata
from functools import cache
from pathlib import Path
from typing import Any

from extractors.core import files
from extractors.core.errors import InputError, unknown
from extractors.inputs.importers import LibraryImporter, Segments

NOT_SYSTEMS = frozenset({"src", "docid", "origlang", "genre", "domain"})
"""Fields that are no outputs; references (`ref`, `ref:A`) are none either."""


class Sacrebleu(LibraryImporter):
    """Any test set that the installed sacreBLEU knows."""

    @property
    def origin(self) -> str:
        return f"sacrebleu:{self.name}"

    @property
    def remedy(self) -> str:
        dataset, pair = _dataset(self.name)
        return (
            f"{_command(dataset, pair)} (or set `download: true` in the config);\n"
            f"without a network: do so elsewhere, and copy the folder ~/.sacrebleu/{dataset.name} from there to"
            f" {dataset._outdir} here"
        )

    def is_here(self) -> bool:
        return _is_here(*_dataset(self.name))

    def download(self) -> None:
        dataset, pair = _dataset(self.name)
        dataset.get_files(pair)

    def segments(self) -> Segments:
        text = files.read_text(self._file()).removesuffix("\n")
        # As sacreBLEU hands lines out, to its metrics too.
        return [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]

    def own_columns(self) -> tuple[str, str | None] | None:
        fields = _files(self.name)
        return ("src", "docid" if "docid" in fields else None) if self.column != "src" and "src" in fields else None

    def state(self) -> str:
        return files.state(self._file())

    def signature(self) -> str:
        return f"sacrebleu:{importlib.metadata.version('sacrebleu')}"

    def systems(self) -> dict[str, str]:
        fields = [f for f in _files(self.name) if f not in NOT_SYSTEMS and not f.startswith("ref")]
        if not fields:
            raise InputError(
                f"the test set {self.name} has no outputs of systems",
                remedy="choose one that has, such as wmt21/systems or wmt22 and later, or give your own outputs",
            )
        return {field: f"sacrebleu:{self.name}#{field}" for field in sorted(fields)}

    def _file(self) -> Path:
        name, column = self.name, self.column
        fields = _files(name)
        if column == "ref" and "ref" not in fields:
            column = min((field for field in fields if field.startswith("ref")), default=None)
        if column is None:
            raise InputError(
                "the field to read is not named",
                path=f"sacrebleu:{name}",
                remedy=f"write sacrebleu:{name}#FIELD with one of: {', '.join(fields)}",
            )
        if column not in fields:
            raise unknown(f"field of sacrebleu:{name}", column, fields)
        return fields[column]


def _dataset(name: str) -> tuple[Any, str]:
    """Look up sacreBLEU's test set and the language pair of a name such as `wmt20:en-de`."""
    test_set, colon, pair = name.rpartition(":")
    if not colon:
        raise InputError(
            f"sacrebleu:{name} names no language pair",
            remedy="write sacrebleu:TESTSET:PAIR, as in sacrebleu:wmt20:en-de",
        )
    # Here, not above: the importer of a place is looked for among all, and most need no library.
    from sacrebleu.dataset import DATASETS

    if test_set not in DATASETS:
        raise unknown("test set of sacreBLEU", test_set, DATASETS)
    dataset = DATASETS[test_set]
    if pair not in dataset.langpairs:
        raise unknown(f"language pair of {test_set}", pair, dataset.langpairs)
    return dataset, pair


def _command(dataset: Any, pair: str) -> str:
    """Write the command with which sacreBLEU downloads a test set."""
    return f"sacrebleu -t {dataset.name} -l {pair} --echo src > source"


def _is_here(dataset: Any, pair: str) -> bool:
    """Say whether sacreBLEU has all archives of a test set, or the texts made from them: it downloads nothing then."""
    # sacreBLEU can say where its files are, but not whether they are there without fetching them.
    archives = [Path(dataset._rawdir) / dataset._get_tarball_filename(url) for url in dataset.data]
    if all(archive.is_file() and archive.stat().st_size for archive in archives):
        return True
    # Which fields an XML file has, sacreBLEU looks up in it each time.
    from sacrebleu.dataset.wmt_xml import WMTXMLDataset

    if isinstance(dataset, WMTXMLDataset):
        return False
    return all(Path(dataset._get_txt_file_path(pair, field)).is_file() for field in dataset.fieldnames(pair))


@cache
def _files(name: str) -> dict[str, Path]:
    """Find the file of each field of a test set that is on this machine."""
    dataset, pair = _dataset(name)
    try:
        fields, texts = dataset.fieldnames(pair), dataset.get_files(pair)
    except (Exception, SystemExit) as error:
        # What it makes of a broken archive is an error of any kind, or an exit.
        raise InputError(
            f"sacreBLEU cannot read its files for {name}: {type(error).__name__}: {error}",
            path=dataset._outdir,
            remedy=f"move that folder away and download it again: {_command(dataset, pair)}",
        ) from error
    return {field: Path(text) for field, text in zip(fields, texts, strict=True)}
