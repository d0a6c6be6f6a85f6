"""The pictures of docs/, taken in Chromium from the reports of config/config.yaml.

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
        page = browser.new_page(viewport={"width": 1200, "height": 930}, color_scheme="light")

        page.goto((RESULTS / "demo-de-en/report.html").as_uri() + "#examples?phenomenon=particle_verb&distance=3")
        first = page.locator("#examples article").first
        first.screenshot(path=HERE / "example.png")


if __name__ == "__main__":
    main()
