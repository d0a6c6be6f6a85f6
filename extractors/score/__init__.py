"""From segment statistics to tables to draw conclusions from; the tests are those of `statistics`.

settings            how often things are resampled, by which seed
segment_statistics  a system's statistics by a metric, once for each segment
imported_scores     scores of segments that the user brings
sampled_sets        challenge sets beside their control samples
scorer              a set and its controls, scored and resampled by several metrics at once
set_scores          a system on a set: score, controls, difference, p-values
system_comparisons  each two systems on a set, and their ranks
distance_trends     a system on a phenomenon: does the score fall with the distance?
corrections         which tests are corrected for each other
confounds           what changes when controls are matched in more than the length
evaluation          outputs, given as texts, scored in one go
stage               the tables of a run
"""
