"""Rules that split a token into words, so that tokens never seen split, too: Spanish `>|selo>+se+lo`, `dárselo`.

A rule is `PREFIX>WORDS|SUFFIX>WORDS`: the token without prefix and suffix stays, with what the rule puts before and
after it, words parted by `+`. `=de+le` gives whole words, for a token that shares nothing with them (French *du*).
"""

from functools import lru_cache

from extractors.models.parsers._multilingual.lemmas import longest_common_part


def rule(form: str, words: list[str]) -> str:
    """Return the rule with which `split` cuts a token into these words, capitals aside."""
    lower, parts = form.lower(), [word.lower() for word in words]
    whole = "=" + "+".join(parts)
    shared = [longest_common_part(lower, word) for word in parts]
    size, at, inside, kept = max((size, at, inside, number) for number, (at, inside, size) in enumerate(shared))
    # A single letter in common is no stem.
    if size < 2:
        return whole
    word = parts[kept]
    before, after = "+".join([*parts[:kept], word[:inside]]), "+".join([word[inside + size :], *parts[kept + 1 :]])
    found = f"{lower[:at]}>{before}|{lower[at + size :]}>{after}"
    # A sign such as `+` in a word keeps the rule from giving the words back.
    return found if _apply(found, lower) == parts else whole


def split(rule: str, form: str) -> list[str] | None:
    """Split a token into words with its capitals; return None where the rule does not fit it."""
    words = _apply(rule, form.lower())
    if words is None or not all(words):
        return None
    if len(form) > 1 and form.isupper():
        return [word.upper() for word in words]
    return [words[0][:1].upper() + words[0][1:], *words[1:]] if form[:1].isupper() else words


@lru_cache(maxsize=1 << 16)
def _apply(rule: str, lower: str) -> list[str] | None:
    if rule.startswith("="):
        return rule[1:].split("+")
    first, _, last = rule.partition("|")
    prefix, _, before = first.partition(">")
    suffix, _, after = last.partition(">")
    if len(lower) <= len(prefix) + len(suffix) or not (lower.startswith(prefix) and lower.endswith(suffix)):
        return None
    return f"{before}{lower[len(prefix) : len(lower) - len(suffix)]}{after}".split("+")
