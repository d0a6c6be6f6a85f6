"""The shipped models against their checksums."""

import os

from extractors.cli.doctor import CheckResult, fault, note, ok
from extractors.formats import checksums
from extractors.models import installed
from extractors.models.our_encoders import GET_MODELS


def check_models() -> list[CheckResult]:
    """Each shipped model against its checksums."""
    folder = installed.shipped_folder()
    if not (folder / checksums.FILE).is_file():
        if os.environ.get(installed.VARIABLE):
            text = f"{folder} ({installed.VARIABLE} names it) has no {checksums.FILE}: not compared"
            return [note("models", text)]
        text = f"{folder} has no {checksums.FILE}"
        return [fault("models", text, "install the package again: its copy is not whole")]
    problems = checksums.changed(folder)
    models = dict.fromkeys(name.partition("/")[0] for name in checksums.read(folder))
    return [
        note(f"model {model}", "not on this machine", GET_MODELS)
        if not (folder / model).is_dir()
        else fault(f"model {model}", "; ".join(wrong), "get the package, or its checkout, again: this copy is damaged")
        if (wrong := [problem for problem in problems if problem.startswith(f"{model}/")])
        else ok(f"model {model}", f"as it was shipped, in {folder / model}")
        for model in models
    ]
