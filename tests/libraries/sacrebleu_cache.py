"""sacreBLEU's folder ($SACREBLEU, ~/.sacrebleu): what it has downloaded and unpacked, in the form of the originals."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from sacrebleu.dataset import DATASETS

from extractors.inputs.importers import sacrebleu


def look_in(cache: Path, *names: str, patch: pytest.MonkeyPatch) -> None:
    """Let sacreBLEU look for test sets in a folder, and our importer remember none that it looked for elsewhere."""
    for name in names:
        patch.setattr(DATASETS[name], "_outdir", f"{cache}/{name}")
        patch.setattr(DATASETS[name], "_rawdir", f"{cache}/{name}/raw")
    patch.setattr(sacrebleu, "_files", functools.cache(sacrebleu._files.__wrapped__))


def add_plain(cache: Path, name: str, pair: str, *, source: Sequence[str], reference: Sequence[str]) -> None:
    """A test set of plain texts, such as wmt20/robust/set1."""
    for path, lines in zip(DATASETS[name].langpairs[pair], (source, reference), strict=True):
        file = _raw(cache, name) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def add_sgml(cache: Path, name: str, pair: str, *, source: Sequence[str], reference: Sequence[str]) -> None:
    """A test set in the SGML of WMT20 and before, as the texts that sacreBLEU has made of it."""
    dataset = DATASETS[name]
    for field in dataset.fieldnames(pair):
        lines = {"src": source, "ref": reference}.get(field, [""] * len(source))
        file = cache / name / Path(dataset._get_txt_file_path(pair, field)).name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def add_xml(
    cache: Path,
    name: str,
    pair: str,
    *,
    source: Sequence[str],
    references: Mapping[str, Sequence[str]],
    systems: Mapping[str, Sequence[str]],
) -> None:
    """A test set in the XML of WMT21 and later, with systems; two documents."""
    languages = pair.split("-")
    documents = ""
    for document, part in enumerate((slice(0, 2), slice(2, None))):
        blocks = [("src", f'lang="{languages[0]}"', source)]
        blocks += [("ref", f'lang="{languages[1]}" translator={quoteattr(k)}', v) for k, v in references.items()]
        blocks += [("hyp", f'system={quoteattr(k)} language="{languages[1]}"', v) for k, v in systems.items()]
        inside = "".join(_block(tag, attributes, lines[part]) for tag, attributes, lines in blocks)
        documents += f'<doc id="d{document}" origlang="{languages[0]}">{inside}</doc>\n'
    file = _raw(cache, name) / DATASETS[name].langpairs[pair][0]
    file.parent.mkdir(parents=True, exist_ok=True)
    text = f'<?xml version="1.0" encoding="utf-8"?>\n<dataset id="x"><collection>{documents}</collection></dataset>\n'
    file.write_text(text, encoding="utf-8")


def _block(tag: str, attributes: str, lines: Sequence[str]) -> str:
    segments = "".join(f'<seg id="{number}">{escape(line)}</seg>\n' for number, line in enumerate(lines, 1))
    return f"<{tag} {attributes}><p>\n{segments}</p></{tag}>\n"


def _raw(cache: Path, name: str) -> Path:
    """The folder of a test set, with the archives in it that sacreBLEU looks for before it downloads."""
    folder = cache / name / "raw"
    folder.mkdir(parents=True, exist_ok=True)
    for url in DATASETS[name].data:
        (folder / f"{name.replace('/', '_')}.{url.rpartition('/')[2]}").write_bytes(b"unpacked already")
    return folder
