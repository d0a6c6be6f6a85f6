"""Models on this machine: finding, needing, fetching, loading."""
