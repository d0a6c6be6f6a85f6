"""Models on this machine, and what runs need."""
