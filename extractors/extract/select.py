"""Select: challenge sets, the segments with a hit of a phenomenon in a range of distances."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa

from extractors.core.files import write_text, writing_folder
from extractors.core.names import check_name, inside
from extractors.extract.set_settings import SetSettings
from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.origin import inherit_origin
from extractors.formats.sets import SETS, Range, check_ids, set_key


def ranges(settings: SetSettings) -> list[Range]:
    """List the ranges of distances that sets are made of, in the order minimum, exact, bucket."""
    return [
        *(Range("minimum", d, None) for d in settings.minimum_distances),
        *(Range("exact", d, d + 1) for d in settings.exact_distances),
        *(Range("bucket", first, below) for first, below in settings.buckets),
    ]


def read_hits(path: str | Path) -> pa.Table:
    """Read what sets are made of: the segments, phenomena and distances of a table of hits."""
    return pa.concat_tables(tables.read_parts(HITS, path, columns=["segment_id", "phenomenon", "distance_set"]))


def select(hits: pa.Table, by_phenomenon: Mapping[str, Sequence[Range]]) -> pa.Table:
    """Make the sets of each phenomenon, one row each, empty ones too.

    A segment with several hits is in every set that one of them falls into, once.

    Args:
        hits: a table of hits, or the columns that `read_hits` gives.
        by_phenomenon: the ranges to make sets of, by phenomenon; also of one without any hit.
    """
    phenomena = hits.column("phenomenon").dictionary_encode().unify_dictionaries().combine_chunks()
    codes = {name: code for code, name in enumerate(phenomena.dictionary.to_pylist())}
    hit_codes = phenomena.indices.to_numpy()
    segments = hits.column("segment_id").to_numpy()
    distances = hits.column("distance_set").to_numpy()
    rows = []
    for phenomenon, wanted in by_phenomenon.items():
        is_hit = hit_codes == codes.get(phenomenon, -1)
        for r in wanted:
            inside = is_hit & r.has(distances)
            ids = np.unique(segments[inside])
            counts = {"segments": len(ids), "hits": int(inside.sum()), "segment_ids": ids}
            rows.append({"phenomenon": phenomenon, **asdict(r), **counts})
    return inherit_origin(tables.signed(SETS.table(rows), tables.run_signature(hits)), hits)


def export(sets: pa.Table, texts: Mapping[str, Sequence[str]], folder: str | Path) -> int:
    """Write every set that has segments as plain aligned text, one folder a set: FOLDER/particle_verb/min2/source.de.

    Beside the texts stands `ids.txt`, the segment_ids (0-based lines of the corpus). Empty sets leave no files.

    Args:
        texts: the name of each file to write, and its segments for the whole corpus.

    Returns:
        The number of sets that were written.
    """
    # Where no set has a segment, the folder says so by being empty.
    Path(folder).mkdir(parents=True, exist_ok=True)
    filled = [row for row in sets.to_pylist() if row["segments"]]
    with writing_folder(folder):
        for row in filled:
            phenomenon, r = set_key(row)
            ids = np.array(row["segment_ids"], dtype=np.int32)
            for name, segments in texts.items():
                check_ids(ids, len(segments), f"the set {phenomenon} {r.name} ({name})")
            set_folder = f"{check_name(phenomenon, 'phenomenon')}/{r.name}"
            # Looked up once for a folder: a set has a file for each system.
            homes = {home: inside(folder, f"{set_folder}{home}") for home in {"", *map(_home, texts)}}
            with write_text(homes[""] / "ids.txt") as out:
                out.writelines(f"{i}\n" for i in row["segment_ids"])
            for name, segments in texts.items():
                with write_text(homes[_home(name)] / name.rpartition("/")[2]) as out:
                    out.writelines(f"{segments[i]}\n" for i in row["segment_ids"])
    return len(filled)


def _home(name: str) -> str:
    """Return the folder of a text within the folder of its set: `/systems`, or an empty string."""
    folder = name.rpartition("/")[0]
    return f"/{folder}" if folder else ""
