"""A small test set of made-up sentences, written in each format of extractors.inputs.testsets."""

import csv
import gzip
import io
import json
import tarfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.inputs.evaluation_sets import read_set
from tests.builders import campaigns

SOURCE = ["The owl sleeps.", "Nobody wakes it up.", "A fox comes by."]
REFERENCE = ["Die Eule schläft.", "Niemand weckt sie auf.", "Ein Fuchs kommt vorbei."]
SYSTEMS = {
    "good": ["Die Eule schläft.", "Keiner weckt sie auf.", "Ein Fuchs kommt vorbei."],
    "bad": ["Eule schlafen.", "Niemand aufwachen es.", "Ein Fuchs von."],
}
DOCUMENTS = [("news", "owls.1"), ("news", "owls.1"), ("social", "fox.2")]
CANARY = "This canary line has data of a benchmark: canary GUID 00000000-0000-0000-0000-000000000000"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8", newline="")
    return path


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def jsonl(records):
    return lines(json.dumps(record, ensure_ascii=False) for record in records)


def docs(documents=DOCUMENTS):
    return lines("\t".join(document) for document in documents)


def wmt24(folder, canary=False):
    """A folder of one language pair; with the line of a canary where WMT24 has one."""
    first, name = ([CANARY], [("canary", "canary")]) if canary else ([], [])
    write(folder / "source.en", lines([*first, *SOURCE]))
    write(folder / "reference.A.de.gz", lines([*first, *REFERENCE]))
    for system, texts in SYSTEMS.items():
        write(folder / f"systems/{system}.de", lines([*first, *texts]))
    write(folder / "en-de.docs", docs([*name, *DOCUMENTS]))
    return f"wmt24:{folder}#en-de"


def wmtqe(folder):
    """Post-edits of the system `bad`, with documents and assessments of the second of two parts."""
    parts = {"dev": slice(0, 1), "test": slice(1, 3)}
    for part, rows in parts.items():
        for suffix, texts in {"src": SOURCE, "mt": SYSTEMS["bad"], "pe": REFERENCE}.items():
            write(folder / f"{part}.{suffix}", lines(texts[rows]))
        write(folder / f"{part}.doc_ids", lines(["doc_id", *(name for _, name in DOCUMENTS[rows])]))
    rows = [f"{n}\t{SOURCE[n]}\t{SYSTEMS['bad'][n]}\t{n - 0.5}" for n in (1, 2)]
    write(folder / "test.da.tsv", lines(["index\toriginal\ttranslation\tz_mean", *rows]))
    return f"wmtqe:{folder}#en-de"


def seg_score(values):
    """`values`: by system, in any order."""
    return lines(f"{system}\t{value}" for system, of in values.items() for value in of)


SCORES = {"bad": ["1.5", "None", "2"], "refA": ["9", "8", "7"], "good": ["5", "6", "None"]}
RATINGS = {
    "good": [
        '{"errors": []}',
        '{"errors": [{"start": 0, "end": 6, "category": "style/awkward", "severity": "minor", "score": 1,'
        ' "is_source_error": false}, {"start": 7, "end": 12, "category": "source", "severity": "major", "score": 0,'
        ' "is_source_error": true}]}',
        "None",
    ],
    "refA": ["None", "None", "None"],
}


def mteval(folder):
    """A tree of mt-metrics-eval."""
    write(folder / "sources/en-de.txt", lines(SOURCE))
    write(folder / "sources/cs-uk.txt", lines(["x"]))
    write(folder / "references/en-de.refA.txt", lines(REFERENCE))
    write(folder / "documents/en-de.docs", docs())
    for system, texts in {**SYSTEMS, "refA": REFERENCE}.items():
        write(folder / f"system-outputs/en-de/{system}.txt", lines(texts))
    write(folder / "human-scores/en-de.da.seg.score", seg_score(SCORES))
    write(folder / "human-scores/en-de.da.sys.score", "bad\t1.75\n")
    write(folder / "human-scores/en-de.mqm.seg.rating", seg_score(RATINGS))
    metric = {name: ["-1.0", "-2.0", "-3.0"] for name in SYSTEMS}
    write(folder / "metric-scores/en-de/Owl-refA.seg.score", seg_score(metric))
    return f"mteval:{folder}#en-de"


def packed(folder):
    """The same tree in an archive, inside folders, as mt-metrics-eval hands it out."""
    mteval(folder / "set")
    with tarfile.open(folder / "set.tar.gz", "w:gz") as archive:
        archive.add(folder / "set", arcname="mt-metrics-eval-v2/wmt99")
    return f"mteval:{folder}/set.tar.gz#en-de"


DOCUMENT = "en-de_DE_#_news_#_owls.1"
PARAGRAPHS = {
    "source": "The owl\nsleeps.\n\nNobody wakes it up.",
    "good": "Die Eule\nschläft.\n\nKeiner weckt sie auf.",
    "bad": "Eule schlafen.\n\nNiemand aufwachen es.",
}


def genmt(folder, **hypotheses):
    """Two systems of WMT25, one with another language pair before; the source stands in that pair's records."""
    texts = {**PARAGRAPHS, **hypotheses}
    other = {
        "doc_id": DOCUMENT.replace("de_DE", "ru_RU"),
        "hypothesis": "Сова",
        "source": texts["source"],
        "_other": [],
    }
    write(folder / "systems/good.jsonl", jsonl([other, {"doc_id": DOCUMENT, "hypothesis": texts["good"]}]))
    write(folder / "systems/bad.jsonl.gz", jsonl([{"hypothesis": texts["bad"], "doc_id": DOCUMENT}]))
    scores = {
        "language_pair": "en-de_DE",
        "domain": "news",
        "document_id": "owls.1",
        "metric_scores": {"Owl": [0.5, None], "MetricX-24": [-1.5, -2]},
    }
    write(folder / "automatic_scores/good.jsonl", jsonl([scores]))
    return f"genmt:{folder}#en-de"


def wmt26(folder, source, references=None, **hypotheses):
    """One document of WMT26, of two systems, with the organisers' file if there is a source."""
    name = "WMT26_###_software_###_eng_Latn_###_deu_Latn_###_page.1"
    suite = {"doc_id": "mysuite_###_x_###_eng_Latn_###_deu_Latn_###_1", "hypothesis": "Suite"}
    for system, text in hypotheses.items():
        write(folder / f"systems/{system}.jsonl", jsonl([{"doc_id": name, "hypothesis": text, "metadata": {}}, suite]))
    if source is not None:
        write(folder / "source.jsonl", jsonl([{"doc_id": name, "src_text": source, "refs": references or {}}]))
    return f"genmt:{folder}#eng_Latn-deu_Latn"


def segments(texts, omit=()):
    return "".join(f'<seg id="{n}">{escape(text)}</seg>\n' for n, text in enumerate(texts, 1) if n not in omit)


def wmtxml(folder, *, texts=("src", "ref", "hyp"), name="set.xml", omit=()):
    """Two documents, one of a test suite, and an empty collection; `omit` are ids that `bad` has not."""
    parts = {
        "src": f'<src lang="en"><p>{segments(SOURCE)}</p></src>\n',
        "ref": f'<ref lang="de" translator="A"><p>{segments(REFERENCE)}</p></ref>\n',
        "hyp": f'<hyp system="good" lang="de"><p>{segments(SYSTEMS["good"][:2])}</p><p>'
        + segments(SYSTEMS["good"]).partition('<seg id="3">')[1]
        + f'{SYSTEMS["good"][2]}</seg></p></hyp>\n<hyp system="bad" lang="de">{segments(SYSTEMS["bad"], omit)}</hyp>\n',
    }
    suite = '<doc origlang="en" id="s" testsuite="birds"><src lang="en"><p><seg id="1">Tweet.</seg></p></src></doc>\n'
    body = f'<doc origlang="en" id="d" domain="news">\n{"".join(parts[text] for text in texts)}</doc>\n{suite}'
    text = f'<dataset id="x"><collection id="general">\n{body}</collection><collection id="empty"/></dataset>\n'
    return f"wmtxml:{write(folder / name, text)}"


MQM_HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment"
MQM_ROWS = [
    ("good", "d", "1", "1", "r1", SOURCE[0], REFERENCE[0], "No-error", "No-error", ""),
    ("good", "d", "1", "1", "r2", SOURCE[0], "Die <v>Eule</v> schläft.", "Fluency/Punctuation", "Minor", "x"),
    ("good", "d", "1", "1", "r2", SOURCE[0], "Die Eule <v>schläft</v>.", "Style/Awkward", "Major", ""),
    ("good", "d", "2", "2", "r1", SOURCE[1], SYSTEMS["good"][1], "Non-translation!", "Major", ""),
    ("bad", "d", "1", "1", "r1", "The <v>owl</v> sleeps.", SYSTEMS["bad"][0], "Source issue", "Major", ""),
    ("ref", "d", "1", "1", "r1", SOURCE[0], REFERENCE[0], "No-error", "No-error", ""),
]


def mqm(folder, rows=MQM_ROWS, header=MQM_HEADER, name="mqm.tsv"):
    text = lines([header, *("\t".join(row) for row in rows)])
    return f"mqm:{write(folder / name, text)}#en-de"


def avgmqm(folder, rows=(("good", "-1.5", "1"), ("good", "None", "2"), ("good", "-0.000000", "3"), ("X", "-9", "1"))):
    text = "system mqm_avg_score seg_id\n" + lines(f"{system}\t{score} {segment}" for system, score, segment in rows)
    return f"{wmt24(folder / 'texts')} + avgmqm:{write(folder / 'avg_seg_scores.tsv', text)}#X="


def esa_row(system, line, score, document, spans, *, rater="r1", kind="TGT"):
    place = [rater, system, str(line), kind, "eng", "deu", str(score), document]
    return [*place, "False", json.dumps(spans), "1.0", "2.0"]


def span(start, end, severity="minor"):
    return {"start_i": start, "end_i": end, "severity": severity, "error_type": None}


ESA_ROWS = [
    esa_row("good", 1, 90, "owls.1", [span(4, 7)]),
    esa_row("good", 2, 80, "owls.1", []),
    esa_row("bad", 3, 10, "fox.2", [span("missing", "missing", "major")]),
    esa_row("good", 1, 5, "tutorial1-tutorial", [], kind="TGT"),
    esa_row("good", 1, 5, "owls.1#bad", [], kind="BAD"),
]


def csv_text(rows):
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def esa(folder, rows=ESA_ROWS, canary=True):
    place = wmt24(folder / "texts", canary)
    return f"{place} + esa:{write(folder / 'esa.csv', csv_text(rows))}"


def pearmut(folder):
    """A campaign of ESA: of one output an error is marked, of another that something is missing."""
    outputs = {name: texts[0] for name, texts in SYSTEMS.items()}
    item = campaigns.item(SOURCE[0], SOURCE[0], outputs)
    answers = {
        "good": campaigns.answer(90, [(4, 7, "minor")]),
        "bad": campaigns.answer(20, [(len(outputs["bad"]),) * 2 + ("major",)]),
    }
    log = campaigns.log(folder / "owls.jsonl", campaigns.record(answers, item))
    return f"{wmt24(folder / 'texts')} + pearmut:{log}"


def segscore(folder):
    return f"{wmt24(folder / 'texts')} + segscore:{write(folder / 'en-de.Owl.seg.score', seg_score(SCORES))}"


def segrating(folder):
    return f"{wmt24(folder / 'texts')} + segrating:{write(folder / 'en-de.mqm.seg.rating', seg_score(RATINGS))}"


def comet(folder):
    items = {
        f"/home/me/{system}.de": [
            {"src": s, "mt": t, "ref": r, "COMET": 0.1 * n}
            for n, (s, t, r) in enumerate(zip(SOURCE, texts, REFERENCE, strict=True))
        ]
        for system, texts in SYSTEMS.items()
    }
    items["/home/me/good.de"][1]["errors"] = [{"text": "Keiner", "start": 0, "end": 6, "severity": "minor"}]
    return f"comet:{write(folder / 'comet.json', json.dumps(items, indent=4))}#en-de"


def metricx(folder):
    for system, texts in SYSTEMS.items():
        records = [
            {"source": s, "hypothesis": t, "reference": r, "prediction": 2.5}
            for s, t, r in zip(SOURCE, texts, REFERENCE, strict=True)
        ]
        write(folder / f"metricx/{system}.jsonl", jsonl(records))
    return f"metricx:{folder}/metricx#en-de"


def humeval_record(n, rated, **more):
    """A segment of WMT25's human evaluation. `rated`: {SYSTEM: {"human1": ...}}."""
    domain, document = DOCUMENTS[n]
    outputs = {"refA": REFERENCE[n], **{system: texts[n] for system, texts in SYSTEMS.items()}}
    id_ = f"en-de_DE_#_{domain}_#_{document}_#_{n}"
    return {"scores": rated, "src_text": SOURCE[n], "tgt_text": outputs, "doc_id": id_, **more}


def humeval(folder, *records):
    """Three segments of WMT25's human evaluation, two of them rated, after one of another pair."""
    marked = {"start_i": 4, "end_i": 7, "severity": "minor"}
    rated = {
        "good": {"human1": 90, "annotator1": "a", "errors1": [marked], "human2": 80, "annotator2": "b", "errors2": []},
        "refA": {"human1": 95, "annotator1": "a", "errors1": []},
    }
    missing = {"start_i": "missing", "end_i": "missing", "severity": "major"}
    rows = records or [
        humeval_record(0, rated),
        humeval_record(1, {}),
        humeval_record(2, {"bad": {"human1": 10, "annotator1": "a", "errors1": [missing], "times1": [1, 2]}}),
    ]
    other = humeval_record(0, {}, doc_id="en-cs_CZ_#_news_#_owls.1_#_0")
    return f"wmtitems:{write(folder / 'humeval.jsonl', jsonl([other, *rows]))}#en-de"


def mteval26_id(n, kind="official"):
    domain, document = DOCUMENTS[n]
    return f"{kind}_###_eng_Latn_###_deu_Latn_###_{domain}_###_{document}_###_{n}"


def mteval26(folder, references=("postedit", None, "human")):
    """The test data of WMT26's evaluation task. `references`: the type of each segment's; None for none."""
    rows = []
    for n, kind in enumerate(references):
        reference = {} if kind is None else {"ref": {"text": REFERENCE[n], "type": kind}}
        outputs = {"good": SYSTEMS["good"][n], "bad": SYSTEMS["bad"][n]}
        rows.append({"item_id": mteval26_id(n), "src": SOURCE[n], "hyps": outputs, **reference})
    challenge = {"item_id": "challenge_###_en_###_de_###_owls_###_7", "src": "Owl", "hyps": {"good": "Eule"}}
    return f"wmtitems:{write(folder / 'mteval-test26.jsonl', jsonl([challenge, *rows]))}#en-de"


def rewrite(path: Path, old: str, new: str) -> None:
    """Change a file that was written here."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8", newline="")
    # A process looks at the state of a file once.
    state.cache_clear()


def refused(place, match):
    """The error for a test set that cannot be read."""
    with pytest.raises(InputError, match=match) as caught:
        read_set(place)
    assert caught.value.remedy
    return caught.value
