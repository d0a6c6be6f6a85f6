"""Requests: a language for linguistic phenomena in dependency trees, and its matcher.

The language is a part of Grew's (https://grew.fr/doc/request/), so that a request can be tried at
https://match.grew.fr first.

Taken over: pattern, with and without blocks; node clauses with alternatives; edges by relation, part,
`^`, and regular expression; `->>`, `<`, `<<`, delta, length; comparison of attributes; `*`; comments; words looked up
in lexicons (`lemma=verbs.lemma`); edges by name (`e >< f`, `A << e`, `e.label = f.label`); `A.__id__ < B.__id__`;
`meta.KEY`, `global.is_projective` and global blocks.
Not taken over: commands, nodes with `$` and comparisons of numbers. Beyond Grew, names are checked against those of
Universal Dependencies and contradictions are refused.

    request = parse("pattern { V -[obj]-> R; R [Reflex=Yes] }")
    matches = matcher.find_all(treebank, {"reflexive": request})["reflexive"]

The names of this package are those of the language, which need no library. The matcher, on arrays, is in
extractors.phenomena.grew.matcher.
"""

from extractors.phenomena.grew.parser import parse
from extractors.phenomena.grew.request_errors import RequestError
from extractors.phenomena.grew.syntax import Dependency, Request

__all__ = ["Dependency", "Request", "RequestError", "parse"]
