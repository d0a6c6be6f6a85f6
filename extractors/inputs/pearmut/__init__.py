"""Campaigns of Pearmut, in which people rate translations in a browser: written, and what they answered.

The format is that of version 1.1.6, by which WMT26 was rated. Source: README.md, server/cli.py (what `pearmut add`
checks), web/src/annotate.ts and web/src/utils.ts of github.com/zouharvi/pearmut, and its package on PyPI; Zouhar and
Kocmi 2026 (arXiv 2601.02933).
"""

VERDICT = "verdict"
"""The slider of a campaign of yes and no."""
NO, CANNOT_TELL, YES = 0, 1, 2
"""Its values."""
MEDIA = ("audio", "video", "img", "iframe")
"""Pearmut shows a text that begins with one of these tags as HTML (isMediaContent in web/src/utils.ts)."""
UNSEEN = "\u200b"
"""A space of no width: after `<` it keeps a tag in a text from being one."""
SYSTEMS = "systems"
"""A key of an item that Pearmut stores and does not look at: by model, all systems that gave its output."""
SOURCE = "source"
"""The same: the source as it is, without marks."""
