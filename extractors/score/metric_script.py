"""The shell script of a job that runs a metric's program on one system, unless it did so on the same texts before.

It needs a shell alone, since it runs in the program's own environment.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_texts import CHECKSUM, MetricTexts

SHOWN, LONGEST_SHOWN, LAST_BYTES = 10, 500, 20_000
"""Last lines of a program's messages that are shown where it fails, their bytes, and how far back they may begin."""
SECONDS_FOR_A_VERSION = 600
LIMITED = """limited() {
  if ! command -v timeout > /dev/null; then shift; "$@"; return; fi
  timeout -k 5 "$@" & program=$!
  trap 'kill "$program"; wait "$program"; exit 143' INT TERM
  wait "$program"
}"""
"""A function of the shell that ends a command with all that it has started after so many seconds, by 124 or 137.

`timeout` is of coreutils; where there is none, as on macOS, a command has no limit."""
VISIBLE = r"LC_ALL=C tr '\000-\010\013-\037\177' '?' | LC_ALL=C sed -e $'s/\xc2[\x80-\x9f]/?/g' -e 's/^/    /'"
"""Writes `?` for the control characters of a program's messages, which are shown on a terminal, and indents lines."""


@dataclass(frozen=True, kw_only=True)
class MetricRun:
    """A system that a program scores.

    Attributes:
        metric: the name that the config gives the metric.
        references: the names of the references.
        languages: the codes of source and target language, then their English names.
        output: the file for what the program writes, compressed; beside it are `asked`, `version` (compressed too) and
            the log of its messages.
    """

    metric: str
    system: str
    command: MetricCommand
    texts: MetricTexts
    references: Sequence[str]
    languages: tuple[str, str, str, str]
    output: Path
    asked: Path
    version: Path
    log: Path

    def script(self) -> str:
        """For bash with `set -euo pipefail`.

        It writes what it was asked (the command, and checksums of the texts that it reads) and the program's version
        beside the scores. Where the same was asked before, it keeps the scores, unless they are damaged. Where the
        program fails, it says so with the last lines of the program's messages, and ends with status 1; also where a
        text does not match its checksum.
        """
        names = set(self.command.placeholders)
        references = [self.texts.reference(name) for name in self.references]
        inputs = {
            "source": [self.texts.source],
            "output": [self.texts.output(self.system)],
            "reference": references[:1],
            "references": references,
            "items": [self.texts.items(self.system)],
        }
        texts = dict.fromkeys(file for name, files in inputs.items() if name in names for file in files)
        new = self.asked.with_name(self.asked.name + ".new")
        output, asked, version, log, new_asked, partial = (
            shlex.quote(str(path))
            for path in (self.output, self.asked, self.version, self.log, new, self.output.with_suffix(".part"))
        )
        kinds = ("source_language", "target_language", "source_language_name", "target_language_name")
        command = self.command.command.format(
            scores=partial,
            gpu=self.command.gpus,
            **dict(zip(kinds, map(shlex.quote, self.languages), strict=True)),
            **{name: shlex.join(map(str, files)) for name, files in inputs.items()},
        )
        failure = shlex.quote(f"metric {self.metric}, system {self.system}: ")
        there, away = (shlex.quote(f"{self.texts.folder}{suffix}") for suffix in ("", ".damaged"))
        again = f"  remedy: move the texts away, and run again: mv {there} {away}"
        slow = f"the command took more than the {self.command.timeout:g} s of `timeout`:"
        remedy = (
            f"  remedy: install the program, or correct `metrics: {{{self.metric}: ...}}` in the config; all of its"
            f" messages are in {self.log}"
        )
        return "\n".join(
            [
                f"mkdir -p {shlex.quote(str(self.output.parent))} {shlex.quote(str(self.log.parent))}",
                f"printf '%s\\n' {shlex.quote(command)} > {new_asked}",
                # macOS has the second.
                "checksum() { sha256sum 2> /dev/null || shasum -a 256; }",
                f"for text in {shlex.join(map(str, texts))}; do",
                f'  checksum < "$text" | cut -c -64 | cmp -s - "$text"{CHECKSUM} || {{',
                f"    printf '%s\\n' \"$text: damaged: it does not match its checksum\" {shlex.quote(again)} >&2",
                "    exit 1",
                "  }",
                f'  cat "$text"{CHECKSUM} >> {new_asked}',
                "done",
                f"if gzip -t {output} {version} 2> /dev/null && cmp -s {new_asked} {asked}; then",
                f"  rm {new_asked}; touch {output} {asked} {version}",
                f"  echo 'the same texts and command as before: the scores are kept' > {log}",
                "  exit 0",
                "fi",
                LIMITED,
                "failed() {",
                f"  {{ printf '%s\\n' {failure}\"$1\";",
                f"    tail -c {LAST_BYTES} {log} | tail -n {SHOWN} | cut -b -{LONGEST_SHOWN} | {VISIBLE};",
                f"    printf '%s\\n' {shlex.quote(remedy)}; }} >&2",
                "  exit 1",
                "}",
                f"rm -f {partial}",
                self._version_line(version, log),
                # In a shell of its own, where its first error ends it.
                f"limited {self.command.timeout:g} bash -euo pipefail -c {shlex.quote(command)}"
                + (f" > {log} 2>&1" if "scores" in names else f" > {partial} 2> {log}")
                + " || {",
                "  status=$?",
                f"  case $status in 124 | 137) failed {shlex.quote(slow)};; esac",
                '  failed "the command ended with status $status:"',
                "}",
                f'[ -s {partial} ] || failed "the command wrote no scores:"',
                f"gzip -nf {partial}",
                f"mv {partial}.gz {output}",
                f"mv {new_asked} {asked}",
            ]
        )

    def _version_line(self, version: str, log: str) -> str:
        if self.command.version_command is None:
            return f"printf '%s\\n' {shlex.quote(self.command.version or 'unknown')} | gzip -n > {version}"
        return (
            f"limited {SECONDS_FOR_A_VERSION} bash -euo pipefail -c {shlex.quote(self.command.version_command)}"
            f" 2> {log} | gzip -n > {version}"
            ' || failed "the version_command ended with status $?:"'
        )
