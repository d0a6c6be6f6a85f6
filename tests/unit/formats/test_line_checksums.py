from extractors.formats.line_checksums import clean, line_checksum, short, sketch_of


def test_white_space_makes_no_other_line():
    assert clean(" Line \t 1 . ") == "Line 1 ."
    assert line_checksum("Line 1 .") != line_checksum("Line 2 .")


def test_a_sketch_is_of_the_smallest_checksums_whatever_the_order():
    sums = [line_checksum(f"line {n}") for n in range(40)]
    found = sketch_of(sums).split()
    assert found == sketch_of(reversed(sums)).split() == sorted(map(short, sums))[:8]
    assert {len(one) for one in found} == {12}
    assert short(-1) == "f" * 12
