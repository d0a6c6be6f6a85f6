"""Write post-edited.en-de.tar.gz from the folder of MLQE-PE English-German: python make_post_edited.py FOLDER

What is kept: source, output, post-edit and document of each sentence, the source as it was written, and the mean of its
standardised direct assessments. The parts train, dev and test20 keep their names and orders.
"""

import csv
import gzip
import io
import sys
import tarfile
from pathlib import Path

PARTS = ("train", "dev", "test20")
KEPT = ("src", "mt", "pe", "doc_ids")
ARCHIVE = Path(__file__).with_name("post-edited.en-de.tar.gz")


def assessments(path: Path) -> str:
    """The columns of a table of assessments that are read, with as many digits as tell scores apart."""
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return "original\tz_mean\n" + "".join(f"{row['original']}\t{float(row['z_mean']):.4f}\n" for row in rows)


def main() -> None:
    folder = Path(sys.argv[1])
    files = {f"{part}.{suffix}": (folder / f"{part}.{suffix}").read_text("utf-8") for part in PARTS for suffix in KEPT}
    files |= {f"{part}.da.tsv": assessments(folder / f"{part}.da.tsv") for part in PARTS}
    # Without times and names of owners, the same texts give the same bytes.
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, text in sorted(files.items()):
            data = text.encode()
            entry = tarfile.TarInfo(f"post-edited/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    ARCHIVE.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


if __name__ == "__main__":
    main()
