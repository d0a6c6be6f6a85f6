"""Test suites: make items, judge outputs, ask people, tabulate."""
