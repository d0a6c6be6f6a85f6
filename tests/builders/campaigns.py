"""Answers as a campaign of Pearmut logs them, of made-up sentences."""

import json
from pathlib import Path

SOURCE = "The owl gave its old tree up."
OUTPUTS = {"good": "Die Eule gab ihren Baum auf.", "same": "Die Eule gab ihren Baum auf.", "bad": "Eule Baum 🦉 hoch."}


def item(item_id="particle_verb:0:2-6", source=SOURCE, outputs=OUTPUTS, **others):
    """An item without keys of ours; `others` are added."""
    return {"item_id": item_id, "src": source, "tgt": dict(outputs), **others}


def answer(score=None, spans=(), **others):
    spans = [{"start_i": start, "end_i": end, "severity": severity, "category": None} for start, end, severity in spans]
    return {"score": score, "error_spans": spans, "textfield": None, **others}


def record(answers, of=None, user="anna", number=0, **others):
    """An object of the log: what a user said of one document of one item."""
    return {
        "annotation": [answers],
        "actions": [{"time": 1.0, "action": "submit"}],
        "item": [of or item()],
        "user_id": user,
        "item_i": number,
        **others,
    }


def log(path: Path, *records) -> Path:
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")
    return path


def dashboard(path: Path, *records, campaign="owls") -> Path:
    path.write_text(json.dumps({campaign: list(records)}, ensure_ascii=False), encoding="utf-8")
    return path


def yes_no(user, number=0, of=None, **right):
    """A user's 2 (yes), 1 (cannot tell) or 0 (no) about each output."""
    return record({model: answer(sliders={"verdict": value}) for model, value in right.items()}, of, user, number)
