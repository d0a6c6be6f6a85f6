"""Train and measure parsers and aligners, and discover phenomena."""
