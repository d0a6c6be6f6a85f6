"""How much there is to know and to keep: lines, tables, columns, keys, options, commands, rules, words of the pages.

    python -m benchmarks.house_size

The package of this checkout must be the installed one.
"""

import argparse
import re
import subprocess
from pathlib import Path

import extractors.formats
from benchmarks._common import arguments_of, markdown_table
from extractors import __main__ as cli
from extractors.config.model import Config
from extractors.formats.all_tables import defined

ROOT = Path(__file__).parents[1]


def _tracked(*patterns: str) -> list[Path]:
    """List the files tracked by git that match these patterns."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def _lines(*patterns: str) -> tuple[int, int]:
    """Count the lines and the files."""
    files = _tracked(*patterns)
    return sum(file.read_bytes().count(b"\n") for file in files), len(files)


def _words(*patterns: str) -> int:
    return sum(len(file.read_text(encoding="utf-8").split()) for file in _tracked(*patterns))


def _keys() -> int:
    """Count the keys that a config may have, at any depth."""
    schema = Config.model_json_schema()
    return sum(len(part.get("properties", {})) for part in (schema, *schema.get("$defs", {}).values()))


def _options(*, brought: bool) -> tuple[int, int]:
    """Count the commands and their options except --help.

    Args:
        brought: count the commands that other packages bring, and no others.
    """
    names = [name for name in cli.all_command_names() if (name.partition(" ")[0] in cli.wing_commands()) == brought]
    options = 0
    for name in names:
        command = argparse.ArgumentParser(prog=name)
        cli.load_command(name).add_arguments(command)
        options += sum(bool(action.option_strings) for action in command._actions) - 1
    return len(names), options


def figures() -> list[tuple[str, str]]:
    """Return rows of what is counted, and its size."""
    rows = []
    for name, patterns in {
        "package": ["extractors/*.py"],
        "suites": ["suites/*.py"],
        "scripts and templates of both (JS, CSS, Jinja)": [
            f"{folder}/*.{suffix}" for folder in ("extractors", "suites") for suffix in ("js", "css", "j2")
        ],
        "rules and their scripts": ["Snakefile", "rules/*.smk", "workflow/*.py", "workflow/*.smk"],
        "laboratory": ["lab/*.py"],
        "benchmarks": ["benchmarks/*.py"],
        "tests": ["tests/*.py"],
    }.items():
        lines, files = _lines(*patterns)
        rows.append((f"{name}: lines (files)", f"{lines:,} ({files})"))
    tables = defined(extractors.formats).values()
    rows.append(("tables (columns)", f"{len(tables)} ({sum(len(form.columns) for form in tables)})"))
    rows.append(("config keys", str(_keys())))
    commands, options = _options(brought=False)
    rows.append(("commands (options)", f"{commands} ({options})"))
    text = "".join(file.read_text(encoding="utf-8") for file in _tracked("rules/*.smk"))
    rows.append(("rules", str(len(re.findall(r"^(?:use )?rule ", text, re.MULTILINE)))))
    rows.append(("config/README.md: words", f"{_words('config/README.md'):,}"))
    rows.append(("pages for users: words", f"{_words('README.md', 'config/README.md', 'docs/*.md', ':!docs/lab/*'):,}"))
    rows.append(("pages about the method: words", f"{_words('docs/lab/*.md'):,}"))
    return rows


def main() -> None:
    arguments_of(__doc__).parse_args()
    print(markdown_table(("what", "how much"), figures()))


if __name__ == "__main__":
    main()
