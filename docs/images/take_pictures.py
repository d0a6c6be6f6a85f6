"""Take the pictures of docs/ in Chromium, from the reports of config/config.yaml.

After `make run`: .venv/bin/python docs/images/take_pictures.py
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
RESULTS = HERE.parents[1] / "results"


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 740}, color_scheme="light")
        page.goto((RESULTS / "en-de/report.html").as_uri())
        page.wait_for_selector("html[data-ready]")
        page.screenshot(path=HERE / "page.png")
        page.goto((RESULTS / "en-de/report.html").as_uri() + "#examples?phenomenon=particle_verb&distance=3")
        page.locator("#examples article").first.screenshot(path=HERE / "example.png")


if __name__ == "__main__":
    main()
