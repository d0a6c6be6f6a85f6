"""Test data, each kind made in one place."""
