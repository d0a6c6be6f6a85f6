"""The report on a corpus: one page that opens without a network, and its charts."""
