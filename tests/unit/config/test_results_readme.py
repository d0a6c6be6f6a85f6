import re

from extractors.config.results_readme import QUESTIONS, readme_text, write_readme


def named(text):
    return re.findall(r"^\| .* \| `(.*)` \|$", text, re.MULTILINE)


def test_only_files_that_the_run_makes_are_named():
    text = readme_text("news", ["scores.parquet", "manifest.json"])
    assert text.startswith("# news\n")
    assert {"findings.csv", "scores.csv", "manifest.json"} <= {*named(text)}
    assert not {"report.html", "accuracy.csv", "human_errors.csv"} & {*named(text)}


def test_every_question_is_answered_once(tmp_path):
    write_readme(tmp_path / "README.md", "news", [target for *_, target in QUESTIONS])
    files = named((tmp_path / "README.md").read_text())
    assert files == [file for _, file, _ in QUESTIONS]
    assert len(files) == len({*files})
