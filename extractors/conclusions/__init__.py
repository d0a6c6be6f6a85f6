"""From segment statistics to tables that one can draw conclusions from; the tests are those of extractors.inference.

formats      the columns of the tables
settings     how often things are resampled, by which seed
replicates   a set and its controls, scored and resampled by several metrics at once
scores       a system on a set: score, controls, difference, p-values
systems      each two systems on a set, and their ranks
trends       a system on a phenomenon: does the score fall with the distance?
families     which tests are corrected for each other
files        the tables of a run
"""
