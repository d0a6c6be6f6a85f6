"""Which undecided outputs a person should judge first.

One answer settles an output for every system that gave it. It is worth most where systems gave different outputs: only
there can it tell them apart. Among equals those of phenomena with few decided judgments come first, as each of them
weighs most in a macro average.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import MISSING, UNDECIDED
from challenge_sets_suites.tables.suites import TRIAGE


def triage_table(items: Sequence[Item], judgments: pa.Table) -> pa.Table:
    """List each undecided output of each item once, the most useful first, in a table of `TRIAGE`.

    Judgments without outputs, such as those of scores, cannot be judged by a person and are not in it.
    """
    by_id = {item.item: item for item in items}
    rows = [row for row in judgments.to_pylist() if row["verdict"] != MISSING and row["output"] is not None]
    present = Counter(row["item"] for row in rows)
    decided = Counter(by_id[row["item"]].phenomenon for row in rows if row["verdict"] != UNDECIDED)
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        if row["verdict"] == UNDECIDED:
            together.setdefault((row["item"], row["output"]), []).append(row)
    found = []
    for (name, output), same in together.items():
        item = by_id[name]
        found.append(
            {
                "item": name,
                "category": item.category or None,
                "phenomenon": item.phenomenon,
                "source": item.source,
                "output": output,
                "settles": len(same),
                "separates": len(same) * (present[name] - len(same)),
                "reason": same[0]["reason"],
                "systems": ", ".join(row["system"] for row in same),
            }
        )
    found.sort(key=lambda row: (-row["separates"], -row["settles"], decided[row["phenomenon"]]))
    return TRIAGE.table(found)
