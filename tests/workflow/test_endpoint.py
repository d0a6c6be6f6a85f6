"""A run whose only inputs are a source, a server of chat models, and a program that scores."""

import json

import pytest
import yaml

from extractors.core.files import read_text
from tests.builders import chat_server
from tests.builders.chat_server import chat, status
from tests.workflow.running import jobs, run
from tests.workflow.test_metric_programs import PROGRAM, program


@pytest.fixture
def server():
    with chat_server.serving(lambda text: chat(text[::-1])) as running:
        yield running


def configure(folder, server, **prompts):
    (folder / "program.py").write_text(PROGRAM)
    endpoint = {"url": server.url, "key_variable": "TINY_KEY", "at_once": 4}
    corpus = {
        "source_language": "de",
        "target_language": "en",
        "source": "small/source.de",
        "translate": {
            name: {"model": "tiny", "prompt": prompt, "endpoint": endpoint} for name, prompt in prompts.items()
        },
    }
    metrics = {"lengths": {"command": program("lines", writes="-"), "version": "1"}}
    config = {"corpora": {"small": corpus}, "metrics": metrics, "report": {"charts": False}}
    config |= {"statistics": {"resamples": 100, "trials": 100}}
    (folder / "config/config.yaml").write_text(yaml.safe_dump(config, sort_keys=False))


def test_a_source_a_server_and_a_program_lead_to_a_report(copy, server, monkeypatch):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    configure(copy, server, plain="Translate: {source}", polite="Please: {source}")
    segments = (copy / "small/source.de").read_text().splitlines()
    # Both systems ask once, and the run survives a busy server.
    server.faults.append(status(429, Retry_After="0"))
    run(copy, "report")
    results = copy / "results/small"
    assert len(server.requests) == 1 + 2 * len(segments)
    plain = read_text(results / "translations/plain.txt.gz").splitlines()
    assert plain == [f"Translate: {segment}"[::-1].strip() for segment in segments]
    about = json.loads((results / "translations/polite.json").read_text())
    assert (about["prompt"], about["refused"]) == ("Please: {source}", [])
    page = (results / "report.html").read_text()
    assert "polite" in page
    for file in copy.rglob("*"):
        if file.is_file() and file.suffix in (".json", ".jsonl", ".log", ".html", ".txt", ".csv", ".yaml"):
            assert "secret-1234" not in file.read_text(errors="replace"), file

    # Another prompt of one system asks for that one alone; the answers of before are kept.
    configure(copy, server, plain="Translate: {source}", polite="Pray: {source}")
    assert "score_systems" in jobs(copy, "score")
    before = len(server.requests)
    run(copy, "translate")
    assert len(server.requests) == before + len(segments)
    # Back to the first prompt: nothing is paid for twice.
    configure(copy, server, plain="Translate: {source}", polite="Please: {source}")
    before = len(server.requests)
    run(copy, "translate")
    assert len(server.requests) == before
    assert read_text(results / "translations/polite.txt.gz").startswith(f"Please: {segments[0]}"[::-1])
