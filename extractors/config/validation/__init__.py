"""Validation: what a run would refuse, found before it runs, by the functions that its stages read and check with."""
