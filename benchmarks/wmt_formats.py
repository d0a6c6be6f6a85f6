"""Test sets of WMT read from the formats that they come in, with the numbers that the organisers published.

    python benchmarks/wmt_formats.py --data FOLDER

FOLDER holds documents/, mqm/, wmt-formats/ and wmt21/. Prints how many segments, documents, systems and scores each
set has, and for published BLEU, chrF and MQM whether ours are the same. About a minute on one core.
"""

import csv
import time
from pathlib import Path

import sacrebleu
from _common import arguments_of, markdown_table

from extractors.core.files import read_text
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.testsets import EvalSet

MEANINGLESS = "synthetic_ref"
SETS = {
    "WMT21 en-de, MQM": "wmt24:{data}/wmt21/en-de#en-de + "
    "avgmqm:{data}/mqm/mqm_newstest2021_ende.avg_seg_scores.tsv.gz#Nemo=NVIDIA-NeMo,ref-B=,"
    "metricsystem1=,metricsystem2=,metricsystem3=,metricsystem4=,metricsystem5=",
    "TED en-de, MQM": "mqm:{data}/mqm/mqm_ted_ende.tsv.gz#en-de",
    "WMT23 en-de, three raters": "mqm:{data}/mqm/sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv.tar.gz#en-de",
    "WMT23 en-de": "wmt24:{data}/documents/wmt23-en-de#en-de + "
    "segrating:{data}/mqm/wmt23_ende.mqm.merged.seg.rating.gz#synthetic_ref= + "
    "segscore:{data}/wmt-formats/esa/wmt23-ende.ESA-1.seg.score#synthetic_ref=",
    "WMT23 en-de, ESA campaign": "wmt24:{data}/documents/wmt23-en-de#en-de + "
    "esa:{data}/wmt-formats/esa/wmt23-ende.240315rc5ESA.scores.csv.gz",
    "WMT23 en-de, mt-metrics-eval": "mteval:{data}/wmt-formats/mt-metrics-eval/wmt23-ende.tar.gz#en-de",
    "WMT23 de-en": "wmt24:{data}/documents/wmt23-de-en#de-en",
    "WMT24 en-de": "wmt24:{data}/documents/wmt24-en-de#en-de",
    "WMT24 en-cs, ESA": "wmt24:{data}/wmt-formats/esa/wmt24-encs#en-cs + "
    "esa:{data}/wmt-formats/esa/wmt24-encs.wave2.cut.csv.gz",
    "WMT25 en-cs, sample": "genmt:{data}/wmt-formats/wmt25-genmt#en-cs",
    "WMT26 en-de, sample": "genmt:{data}/wmt-formats/wmt26-genmt#eng_Latn-deu_Latn",
    "WMT21 de-fr, XML": "wmtxml:{data}/wmt-formats/xml/newstest2021.de-fr.cut.xml.gz",
    "WMT23 ru-en, XML": "wmtxml:{data}/wmt-formats/xml/wmttest2023.ru-en.cut.xml",
}


def size_row(name: str, found: EvalSet, seconds: float) -> list[object]:
    spans = sum(len(rating.errors) for of in found.ratings.values() for rating in of.values)
    return [
        name,
        len(found.segments),
        found.documents or "-",
        len({segment.domain for segment in found.segments if segment.domain}) or "-",
        len(found.references),
        len(found.systems),
        sum(len(of.values) for of in found.scores.values()) or "-",
        spans or "-",
        sum(segment.whole for segment in found.segments),
        len(found.remarks),
        f"{seconds:.1f}",
    ]


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(read_text(path).splitlines(), delimiter="\t"))


def surface_scores(found: EvalSet, pair: str, data: Path) -> list[list[object]]:
    """Count how many published BLEU and chrF scores of a pair we reproduce in all digits."""
    published = {
        (row["system"], row["metric"]): float(row["score"])
        for row in rows_of(data / "documents/published-wmt23-automatic.tsv")
        if row["pair"] == pair
    }
    reference = [list(text.texts) for name, text in found.references.items() if name in ("A", "refA")]
    table = []
    for metric, key in ((sacrebleu.BLEU(), "bleu-refA"), (sacrebleu.CHRF(), "chrf-refA")):
        ours = {name: metric.corpus_score(list(of.texts), reference).score for name, of in found.systems.items()}
        differences = {name: abs(score - published[name, key]) for name, score in ours.items()}
        equal = sum(difference == 0 for difference in differences.values())
        worst = max(differences, key=lambda name: differences[name])
        table.append([f"WMT23 {pair}", key, f"{equal} of {len(ours)}", f"{differences[worst]:.2g} ({worst})"])
    return table


def mqm_rows(found: EvalSet, name: str, test_set: str, data: Path, aliases: dict[str, str]) -> list[list[object]]:
    """Count how many published MQM means we reproduce to two decimals."""
    published = {
        row["system"]: float(row["mqm"]) for row in rows_of(data / "mqm/published-means.tsv") if row["set"] == test_set
    }
    sign = -1 if found.scores["mqm"].higher_is_better else 1
    known = {theirs: aliases.get(theirs, theirs) for theirs in published}
    ours = {theirs: found.scores["mqm"].system_mean(system) for theirs, system in known.items()}
    means = {system: sign * mean for system, mean in ours.items() if mean is not None}
    equal = [system for system, mean in means.items() if f"{mean:.2f}" == f"{published[system]:.2f}"]
    others = [f"{system} {means[system]:.4f}, published {published[system]}" for system in means if system not in equal]
    return [[name, "MQM mean", f"{len(equal)} of {len(means)}", "; ".join(others) or "-"]]


def mteval_rows(found: EvalSet, data: Path) -> list[list[object]]:
    """Count how many system scores of the organisers equal our means of segment scores."""
    import tarfile

    table = []
    with tarfile.open(data / "wmt-formats/mt-metrics-eval/wmt23-ende.tar.gz") as archive:
        for member in archive.getmembers():
            name = Path(member.name).name.removeprefix("en-de.").removesuffix(".sys.score")
            if not member.name.endswith(".sys.score") or Path(member.name).name.startswith("._"):
                continue
            file = archive.extractfile(member)
            assert file is not None
            rows = [line.split("\t") for line in file.read().decode().splitlines()]
            published = {system: float(score) for system, score in rows if score != "None" and system != MEANINGLESS}
            means = {system: found.scores[name].system_mean(system) for system in published}
            equal = sum(
                means[system] is not None and abs(means[system] - of) < 1e-9 for system, of in published.items()
            )
            table.append(["WMT23 en-de, mt-metrics-eval", name, f"{equal} of {len(published)}", "mean of segments"])
    return table


def main() -> None:
    parser = arguments_of(__doc__, data="documents/, mqm/, wmt-formats/, wmt21/")
    data = parser.parse_args().data
    found, sizes = {}, []
    for name, text in SETS.items():
        begin = time.process_time()
        found[name] = read_set(text.format(data=data))
        sizes.append(size_row(name, found[name], time.process_time() - begin))
    heading = [
        "set",
        "segments",
        "documents",
        "domains",
        "references",
        "systems",
        "scores",
        "spans",
        "whole",
        "remarks",
    ]
    print(markdown_table([*heading, "seconds"], sizes))
    print()
    aliases = {"Nemo": "NVIDIA-NeMo", "ref-A": "A", "ref-C": "C", "ref-D": "D"}
    checks = [
        *surface_scores(found["WMT23 en-de"], "en-de", data),
        *surface_scores(found["WMT23 de-en"], "de-en", data),
        *mqm_rows(found["WMT21 en-de, MQM"], "WMT21 en-de", "newstest2021_ende", data, aliases),
        *mqm_rows(found["TED en-de, MQM"], "TED en-de", "ted_ende", data, {"ref.A": "ref"}),
        *mteval_rows(found["WMT23 en-de, mt-metrics-eval"], data),
    ]
    print(markdown_table(["set", "published", "equal", "difference"], checks))


if __name__ == "__main__":
    main()
