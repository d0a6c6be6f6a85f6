"""The report of a test suite: its results read, what they say in words, the data of its page, summary, tables."""
