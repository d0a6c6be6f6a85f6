"""The target `extract`: ingest, parse, align, detect, select, control; one file a stage, helpers beside them."""
