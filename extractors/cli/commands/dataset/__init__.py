"""Data sets of challenge sets or of items: write, send, rebuild."""
