"""The tables of test suites: items, judgments, answers, accuracies; one module for each group."""
