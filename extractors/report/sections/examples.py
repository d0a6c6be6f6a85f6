"""The examples, which come by script from the data of extractors.report.examples."""

PLACE = 2
TITLE = "Examples"
