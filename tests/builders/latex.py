"""LaTeX that compiles."""

import re


def check_latex(text):
    """A small parser: special characters escaped, braces and environments closed, as many cells as columns."""
    body = "\n".join(line for line in text.split("\n") if not line.startswith("%"))
    bare = re.sub(r"\\[&%$#_{}]", "", body)
    without_numbers = re.sub(r"\$([-+<][\d.]+|\[[-+\d., ]+\]|\\geq)\$", "", bare)
    assert not re.search(r"[#~^<>|\"]", without_numbers), "a special character is not escaped"
    assert without_numbers.count("$") == 0
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert bare.count(r"\begingroup") == bare.count(r"\endgroup")
    assert re.findall(r"\\begin\{(\w+)\}", bare) == re.findall(r"\\end\{(\w+)\}", bare)
    columns = re.search(r"\\begin\{longtable\}\{(\w+)\}", bare)
    for line in bare.split("\n"):
        if line.endswith(r"\\") and not line.startswith(r"\caption"):
            assert line.count("&") == len(columns[1]) - 1, line
    for rule in ("toprule", "midrule", "bottomrule"):
        assert f"\\{rule}" in bare
