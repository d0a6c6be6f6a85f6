# Results that are no longer as they were written are made again, whatever their times say. The folder of a corpus, of a
# suite or of pooled tables is looked at once, when the first of its jobs is planned.
from snakemake.logging import logger

from extractors.core import sums
from extractors.core.durable import sweep

MOST_VERIFIED = 1_000_000_000
"""Bytes of a folder's results that are read at the start of a run, in some seconds; small files come first."""
EXAMINED = {}
"""What was found, by folder."""


def remake_damaged(folder):
    """An input function without inputs that has Snakemake make damaged results again; for the first rule of a folder.

    Args:
        folder: takes wildcards and gives the folder of results.
    """

    def no_files(wildcards):
        place = folder(wildcards)
        # Jobs plan their own small part of the run again, and must not look at what others write meanwhile.
        if workflow.is_main_process and place not in EXAMINED:
            EXAMINED[place] = examine(place)
            workflow.dag.forcefiles.update(str(damage.output) for damage in EXAMINED[place].damaged)
        return []

    return no_files


def examine(place):
    """Compare the results of a folder with their checksums, and say what is damaged, or too large to be looked at."""
    found = sums.examine(place, most=MOST_VERIFIED)
    for damage in found.damaged:
        logger.warning(f"{damage.file} {damage.problem}: the target that it belongs to makes it again")
    if found.left_out:
        names = ", ".join(path.name for path in found.left_out)
        logger.info(f"not compared with their checksums, for they are large: {names}: challenge-sets verify {place}")
    return found


def clear_away():
    """Move damaged results out of the way of jobs, and remove what dead runs left."""
    made = {output for job in workflow.dag.needrun_jobs() for output in job.output}
    for place, found in EXAMINED.items():
        sweep(place)
        for kept in sums.discard([damage for damage in found.damaged if str(damage.output) in made], keep=True):
            logger.warning(f"the damaged file is kept as {kept}")
