"""A place in the tokens of a request, and what may stand there."""

from typing import NoReturn

from extractors.phenomena.grew.lexer import RequestToken, TokenKind, tokens
from extractors.phenomena.grew.request_errors import Source


class TokenCursor:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.place = 0

    @property
    def token(self) -> RequestToken:
        return self.tokens[self.place]

    def take(self) -> RequestToken:
        token = self.token
        self.place += token.kind != "end"
        return token

    def take_if(self, *signs: str) -> RequestToken | None:
        return self.take() if self.token.kind == "sign" and self.token.text in signs else None

    def expect(self, *signs: str) -> RequestToken:
        return self.take_if(*signs) or self.fail(" or ".join(f"'{sign}'" for sign in signs))

    def expect_kind(self, kind: TokenKind, what: str) -> RequestToken:
        return self.take() if self.token.kind == kind else self.fail(what)

    def fail(self, expected: str) -> NoReturn:
        raise self.source.error(f"expected {expected}, found {self.token.description}", self.token.at)
