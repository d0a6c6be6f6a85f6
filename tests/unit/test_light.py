"""What a program or a command imports: nobody waits for the libraries and modules that others need."""

import shlex
import subprocess
import sys
from dataclasses import dataclass

import pytest

from extractors import __main__ as cli
from extractors.formats import tables
from tests.builders.base_install import HIDDEN
from tests.builders.sets import sets_of

BASE = {"huggingface_hub", "langcodes", "numpy", "pandas", "pyarrow", "pydantic", "regex", "rich", "sacrebleu"}
REQUESTS = "extractors.phenomena.grew.parser"
"""What parses requests, which nobody needs for a tested distance."""
LIBRARIES = BASE | {REQUESTS} | {"scipy", "yaml", "simalign"} | set(HIDDEN)
SETTINGS = {"pydantic", "yaml"}
PLAN = SETTINGS | {"regex", REQUESTS}
TABLES = SETTINGS | {"numpy", "pyarrow"}
SCORES = TABLES | {"rich", "sacrebleu"}
SETS = SCORES | {"regex", "scipy"}
TOKENS = {"numpy", "pydantic", "rich", "spacy"}
BEGIN = "from extractors.__main__ import main, parser\n"
OWN = "score --systems a.en b.en --reference ref.en"


@dataclass(frozen=True)
class Light:
    """A program, the libraries of LIBRARIES that it may import, and how many modules of ours at most."""

    code: str
    libraries: set[str]
    modules: int


def command(line):
    """The program that runs a command."""
    return f"{BEGIN}try: main({shlex.split(line)})\nexcept SystemExit: pass"


def helps(*names):
    """The program that makes the help of commands."""
    return f"{BEGIN}for name in {names}: parser(name)"


WITH_TABLES = {"suite contrast", "suite sheet"}
"""Commands whose help names what is defined beside tables."""
PLANNED = "from extractors.inputs import places, reading; reading.files_of(places.parse('a.en'))"
ROWS = {
    "the package": Light("import extractors; dir(extractors)", set(), 3),
    "the version": Light(command("--version"), set(), 16),
    "all commands": Light(command("--help"), set(), 16),
    "the help of one": Light(command("list --help"), SETTINGS, 40),
    "the help of each": Light(helps(*[n for n in cli.all_command_names() if n not in WITH_TABLES]), SETTINGS, 150),
    "the help with tables": Light(helps(*WITH_TABLES), TABLES, 80),
    "the plan of a run": Light(f"import extractors.config.run; {PLANNED}", PLAN, 120),
    "texts": Light(command(OWN), SCORES, 80),
    "sets": Light(command(f"{OWN} --sets sets.parquet"), SETS, 156),
    "texts by chrF": Light(command(f"{OWN} --metrics chrf"), SCORES, 80),
    "tokens": Light("from extractors.models import tokenizers; tokenizers.surface_tokens('Im.', 'de')", TOKENS, 20),
}


@pytest.mark.parametrize("name", ROWS)
def test_no_more_is_imported_than_is_used(tmp_path, name):
    expected = ROWS[name]
    for file in ("a.en", "b.en", "ref.en"):
        (tmp_path / file).write_text(f"They saw {file} and left it there.\nIt has rained.\n")
    sets = sets_of((0, "p", 1))
    tables.write(sets, tmp_path / "sets.parquet")
    code = f"import sys\n{expected.code}\nprint(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert LIBRARIES & {*loaded} == expected.libraries
    ours = [module for module in loaded if module.partition(".")[0] in ("extractors", "challenge_sets")]
    assert len(ours) <= expected.modules, ours
