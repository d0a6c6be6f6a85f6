"""The font that charts are measured and drawn with: the converter's own copy of Liberation Sans, where it suffices.

A font of the machine is a file, which the converter opens anew for each letter of each label that it measures. Its own
copy is in memory: the same drawing takes half of the time, and is the same on a machine with other fonts.
"""

import os
import tempfile
from functools import cache

import vl_convert

PLAIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) | frozenset("\t\n–—‘’“”…−×·≤≥≠")
"""Letters and signs that Liberation Sans has, and that charts may well have."""
VARIABLE = "FONTCONFIG_FILE"
"""Names the configuration of fonts on Linux; elsewhere nobody reads it."""
NO_FONTS = '<?xml version="1.0"?><fontconfig><dir>{}</dir></fontconfig>'
"""A configuration whose only folder, which is to be filled in, is an empty one."""
EMPTY_CHART = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def prefer_own_font(text: str) -> bool:
    """Hide the machine's fonts from the converter if its own has all characters of a text; return whether it has.

    The converter looks for fonts once in a process, with the first chart: later calls change nothing.
    """
    if not PLAIN.issuperset(text):
        return False
    _hide_fonts_of_machine()
    return True


@cache
def _hide_fonts_of_machine() -> None:
    """Have the converter look for fonts now, where there are none but its own."""
    before = os.environ.get(VARIABLE)
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(NO_FONTS.format(folder))
        file.flush()
        os.environ[VARIABLE] = file.name
        try:
            vl_convert.svg_to_pdf(EMPTY_CHART)
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
