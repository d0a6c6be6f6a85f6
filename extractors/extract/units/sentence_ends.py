"""Places of a text where a sentence may end.

The rule finds too many places rather than too few (an abbreviation before a name is one): matching with the source's
sentences decides which of them count.
"""

from collections.abc import Sequence

from extractors.models.tokenizers import Token

ENDS = frozenset(".!?…:;。！？｡．；：؟۔।॥։።")
"""A token that ends in one of these may end a sentence."""
CLOSING = frozenset("\"'”’»›«‹)]}）】」』＂“‘")
"""What may stand between the end and the next sentence. Languages open and close with the same signs."""
WITHOUT_SPACES = frozenset("。！？｡．；：")
"""Ends that no white space follows."""
OPENING = frozenset("\"'“‘„‚«‹»›([{（【「『¿¡-–—•*#@")


def sentence_starts(tokens: Sequence[Token]) -> list[int]:
    """Indices of the tokens that may begin a sentence, the first token's among them; ascending.

    A token may where one before it ends in a sign of `ENDS`, with closing quotes or brackets at most between the two,
    and where white space, or a sign that needs none, comes before it. In a script with capitals it must not begin
    with a small letter.
    """
    starts = [0] if tokens else []
    ended = False
    for i, token in enumerate(tokens[:-1]):
        form = token.form
        bare = form.rstrip("".join(CLOSING))
        if bare:
            ended = bare[-1] in ENDS
        # A closing sign alone goes on with what the token before it said.
        if ended and (token.space_after or (bare or form)[-1] in WITHOUT_SPACES) and _may_begin(tokens[i + 1].form):
            starts.append(i + 1)
    return starts


def _may_begin(form: str) -> bool:
    return not form.lstrip("".join(OPENING))[:1].islower()
