"""Pages of reports in a real browser, which has no network.

A page that says something on the console, lets an error through, opens a dialog or asks for anything outside itself
fails its test.
"""

import os
import shutil
from collections.abc import Iterator

import pytest

from extractors.config.output_settings import ReportSettings
from extractors.report import page
from extractors.report.results import read_results
from tests import ROOT
from tests.builders import small_results

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
INSIDE = ("file:", "data:", "blob:")


@pytest.fixture(scope="session")
def browser():
    """A Chromium, started once."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no Chromium here (looked for {', '.join(PROGRAMS)}; CHROMIUM can name one)")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def page_at(browser) -> Iterator:
    """A function that opens a file, at a fragment, in a window of its own, and returns playwright's page."""
    problems = []
    contexts = []

    def note(what):
        problems.append(what)

    def dialog(opened):
        problems.append(f"dialog: {opened.message}")
        opened.dismiss()

    def request(asked):
        if not asked.url.startswith(INSIDE):
            problems.append(f"request: {asked.url}")

    def open_at(path, fragment="", *, width=1200, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(20_000)
        opened.on("console", lambda message: message.type in ("error", "warning") and note(f"console: {message.text}"))
        opened.on("pageerror", lambda error: note(f"error: {error}"))
        opened.on("dialog", dialog)
        opened.on("request", request)
        opened.on("popup", lambda popup: note(f"popup: {popup.url}"))
        opened.goto(path.as_uri() + fragment)
        opened.wait_for_selector("html[data-ready]")
        return opened

    yield open_at
    for context in contexts:
        context.close()
    assert not problems


def written(folder, name="report.html", **settings):
    """The report on a folder of results, in it."""
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    output = folder / name
    page.write(results, folder, output, ReportSettings(**settings))
    return output


@pytest.fixture(scope="session")
def small_folder(tmp_path_factory):
    """The results of the small corpus."""
    return small_results.make(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def small_report(browser, small_folder):  # noqa: ARG001 - no report is written where no browser can show it
    """The report on the small corpus."""
    return written(small_folder)
