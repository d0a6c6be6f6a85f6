"""Faults of disks, power and processes: what the program notices, and what stays.

`make test-faults` tries many, prints a table of each kind and takes some minutes; the normal suite tries a few.

test_bit_flips   a bit flipped in every kind of file that a run leaves
test_power_cut   a file system of its own, looked at as the power goes; needs root and loop devices
test_full_disk   a small tmpfs that is full, and one that is read-only; needs root
"""
