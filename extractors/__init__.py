"""Automatic challenge sets for machine translation.

The method is that of Choshen and Abend, "Automatically Extracting Challenge Sets for Non-local
Phenomena in Neural Machine Translation" (CoNLL 2019). This package knows nothing of Snakemake:
its functions take explicit paths and values.

The folders, along the pipeline:

    commands      `challenge-sets NAME`, one thin file a command
    config        config/config.yaml, read and checked; what a run needs (models) and leaves behind (manifest)
    extract       target `extract`: ingest, parse, align, detect, select, control; one file a stage
    translation   target `translate`: outputs made by a sequence-to-sequence model
    score         target `score`: from segment statistics to scores, comparisons, ranks, trends, confounds
    accuracy      target `score` too: accuracy at the phenomenon
    judgments     target `score` too: test suites: outputs found, judged, annotated; tables of verdicts
    report        target `report`: the page, its charts, the terminal's and the paper's tables
    publish       target `publish`: a data set for others; reading, rebuilding and sending it
    validation    what a run would refuse, found before it runs: `validate`
    explore       for who writes phenomena: `try` and `check`
    training      `train-parser`, `train-aligner`; nothing in a run imports it
    quality       `quality`: how well a parser finds the phenomena, measured beside treebanks; confidences calibrated
    alignment_quality
                  `align-quality`: how good links are, measured beside gold ones

what they stand on:

    phenomena     config/phenomena.yaml, read and checked; how well parsers find each, and which a run leaves out
    word_choice   config/word_choices.yaml, read and checked; words found in texts; items from a parallel corpus
    texts         where a text is (places), reading it, and where its tokens stand
    evalsets      a test set with all that belongs to it, read by its name with the plug-ins `testsets`
    grew          the request language and its matcher
    statistics    pure functions over arrays: intervals, tests, resampling
    formats       one file for each thing that stages hand over: its columns, its reader and writer, its class
    settings      one file for each block of the config: defaults, bounds, meanings
    models        models on this machine: finding, needing, fetching, loading
    core          errors, log, atomic files, registry, settings, YAML with line numbers, code fingerprint

and the plug-ins, found by file name: importers, testsets (readers of test sets with all that belongs to them), parsers,
aligners, metrics, tokenizers, suites (readers of test suites), judges, contrastive (makers of contrastive pairs).

tests/unit/test_layout.py holds what may import what.
"""

__version__ = "0.1.0"
