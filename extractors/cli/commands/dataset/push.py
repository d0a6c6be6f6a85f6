"""Send a data set to the Hugging Face hub."""

import argparse
import sys
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.escapes import visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="the folder that `dataset publish` wrote")
    parser.add_argument("repository", metavar="OWNER/NAME", help="where to send it")
    parser.add_argument("--private", action="store_true", help="hide it from everyone else")
    parser.add_argument("--yes", action="store_true", help="do not ask before sending")


def run(arguments: argparse.Namespace) -> None:
    # The hub's library is slow to import, and no other command needs it at once.
    from extractors.publish import upload

    prepared = upload.prepare(arguments.folder, arguments.repository, private=arguments.private)
    print(visible(prepared.listing()))
    token = upload.token()
    if not arguments.yes and not _agreed():
        raise InputError("nothing was sent", remedy="answer y to send it, or give --yes")
    print(f"sent: {upload.send(prepared, token=token)}")


def _agreed() -> bool:
    """Whether the user agrees; no answer at all is a no."""
    print("Send this? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


EXAMPLE = "challenge-sets dataset push dataset me/my-challenge-sets --private"
EXTRA = "hub"
