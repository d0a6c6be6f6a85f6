"""How to read the page: what hits, controls, intervals and accuracy are."""

PLACE = 6
TITLE = "How to read it"
