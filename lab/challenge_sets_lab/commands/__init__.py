"""Train parsers and aligners, and measure them."""
