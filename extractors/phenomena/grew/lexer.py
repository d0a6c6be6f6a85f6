import re
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from extractors.phenomena.grew.request_errors import Source

TokenKind: TypeAlias = Literal["name", "number", "string", "regex", "sign", "end"]

_COMMON = r"""
    (?P<skip> \s+ | %[^\n]* )
  | (?P<regex> re"(?:\\.|[^"\\])*" | /(?:\\.|[^/\\\n])*/[A-Za-z]* )
  | (?P<string> "(?:\\.|[^"\\])*" )
"""
_OUTSIDE = re.compile(
    _COMMON
    + r"""
  | (?P<number> -?\d+ )
  | (?P<name> [^\W\d]\w*(?:['’-]\w+)* )
  | (?P<sign> ->> | -> | -\[ | << | >> | >< | <= | >= | <> | [{}\[\]();,|=<>!*:.] )
""",
    re.VERBOSE | re.DOTALL,
)
# Inside -[...]->, where names of relations have colons and parts are called by number.
_IN_LABEL = re.compile(
    _COMMON + r"""| (?P<name> \w+(?:[:'’@.-]\w+)* ) | (?P<sign> \]-> | <> | [=|,^!*] )""", re.VERBOSE | re.DOTALL
)


class RequestToken(NamedTuple):
    """A token as it is written, at its offset. The last one is an empty `end`."""

    kind: TokenKind
    text: str
    at: int

    @property
    def description(self) -> str:
        return "the end of the request" if self.kind == "end" else f"'{self.text}'"


def tokens(source: Source) -> list[RequestToken]:
    """Split a request into tokens, without white space and comments, and add an `end` token.

    Raises:
        RequestError: for a character that begins no token, an unfinished string or expression.
    """
    tokens: list[RequestToken] = []
    text, at, grammar = source.text, 0, _OUTSIDE
    while at < len(text):
        match = grammar.match(text, at)
        if match is None:
            problem, remedy = _complaint(text[at], grammar is _IN_LABEL)
            raise source.error(problem, at, remedy)
        kind, value = match.lastgroup, match.group()
        if kind != "skip":
            tokens.append(RequestToken(kind, value, at))  # type: ignore[arg-type]  # the groups are the kinds
            if value == "-[":
                grammar = _IN_LABEL
            elif value == "]->":
                grammar = _OUTSIDE
        at = match.end()
    tokens.append(RequestToken("end", "", len(text)))
    return tokens


def _complaint(character: str, in_label: bool) -> tuple[str, str]:
    if character == '"':
        return 'the string has no closing "', 'end it with "'
    if character == "/":
        return "the regular expression has no closing /", "end it with /, and write / inside it as \\/"
    if in_label:
        return f"unexpected character {character!r} in a relation", "write edges as A -[obj]-> B"
    return f"unexpected character {character!r}", 'put values with signs in them in "quotes"'


class TokenCursor:
    """A place in the tokens of a request, and what may stand there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.place = 0

    @property
    def token(self) -> RequestToken:
        return self.tokens[self.place]

    def take(self) -> RequestToken:
        token = self.token
        if token.kind != "end":
            self.place += 1
        return token

    def take_if(self, *signs: str) -> RequestToken | None:
        return self.take() if self.token.kind == "sign" and self.token.text in signs else None

    def expect(self, *signs: str) -> RequestToken:
        return self.take_if(*signs) or self.fail(" or ".join(f"'{sign}'" for sign in signs))

    def expect_kind(self, kind: TokenKind, what: str) -> RequestToken:
        return self.take() if self.token.kind == kind else self.fail(what)

    def fail(self, expected: str) -> NoReturn:
        raise self.source.error(f"expected {expected}, found {self.token.description}", self.token.at)
