"""Scores of given translations by models that translate or continue text, and questions to models behind a server."""
