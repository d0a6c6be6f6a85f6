WORKFLOW = ("Snakefile", "rules", "workflow", "profiles")
"""What a folder needs of a checkout to run it."""
