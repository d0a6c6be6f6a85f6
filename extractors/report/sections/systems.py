"""Two systems side by side: what one loses that the other does not; all of it comes by script."""

PLACE = 4
TITLE = "Two systems"
