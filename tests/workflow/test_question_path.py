"""From a construction of one's own to people's answers, by the commands of docs/your-language.md, in two languages."""

import openpyxl
import pytest

from extractors.__main__ import main
from extractors.formats import tables

pytestmark = pytest.mark.release

ENTRY = """\
include: [shipped]
phenomena:
  - id: mine
    label: my construction
    description: Two words that belong together.
    roles: [first, second]
    pair: [A, B]
    requests: {{{language}: ["{request}"]}}
    question: {{en: 'Is it clear who is meant by "{{dependent}}"?'}}
"""
CASES = {
    "pt": (
        "pattern { A -[csubj|xcomp|ccomp|advcl|acl]-> B; A [upos=ADJ]; B [VerbForm=Inf] }",
        ("É {adjective} vocês {verb} com ela.", "It is {adjective} for you to {verb} with her."),
        {"adjective": (("bom", "good"), ("importante", "important"), ("fácil", "easy"), ("difícil", "hard"))},
        {"verb": (("falarem", "speak"), ("trabalharem", "work"), ("viajarem", "travel"))},
    ),
    "cs": (
        "pattern { A -[1=expl|obj|obl]-> B; B [lemma=se] }",
        ("{subject} se {verb} z okna.", "{subject} is {verb} out of the window."),
        {"subject": (("Petr", "Petr"), ("Babička", "Grandma"), ("Marie", "Marie"))},
        {"verb": (("dívá", "looking"), ("naklání", "leaning"), ("směje", "laughing"), ("dostává", "getting"))},
    ),
}


def corpus(folder, language):
    """Twelve sentences, a reference, and two systems, one of which leaves words out.

    The parser finds half of the Portuguese constructions.
    """
    _, (source, target), firsts, seconds = CASES[language]
    ((first, first_words),), ((second, second_words),) = firsts.items(), seconds.items()
    pairs = [({first: a, second: b}, {first: c, second: d}) for a, c in first_words for b, d in second_words]
    reference = [target.format(**words) for _, words in pairs]
    texts = {
        f"news.{language}": [source.format(**words) for words, _ in pairs],
        "news.en": reference,
        "outputs/whole.en": reference,
        "outputs/short.en": [" ".join(line.split()[:-3]) + "." for line in reference],
    }
    (folder / "outputs").mkdir()
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "mine.yaml").write_text(ENTRY.format(language=language, request=CASES[language][0]), encoding="utf-8")


@pytest.mark.parametrize("language", CASES)
def test_a_construction_of_ones_own_leads_to_answers(tmp_path, monkeypatch, capsys, language):
    monkeypatch.chdir(tmp_path)
    corpus(tmp_path, language)
    texts = f"--source news.{language} --reference news.en --systems outputs --source-language {language}"
    how = "--target-language en --phenomena-file mine.yaml --phenomena mine -o run --config check_languages=false"
    assert main(["run", *texts.split(), *how.split()]) == 0
    results = "run/results/run"
    assert main(["ask", results, "--phenomena", "mine", "--each", "10", "--controls", "2", "-o", "asked"]) == 0
    book = openpyxl.load_workbook("asked/to_answer.xlsx")
    header, *rows = book.active.iter_rows()
    place = {cell.value: number for number, cell in enumerate(header)}
    questions = {row[place["question"]].value for row in rows}
    assert any(question.startswith('Is it clear who is meant by "') for question in questions)
    for row in rows:
        is_whole = row[place["output"]].value == row[place["reference"]].value
        row[place["answer"]].value = "yes" if is_whole else "no"
    book.save("asked/anna.xlsx")
    capsys.readouterr()
    assert main(["ask", results, "--answers", "asked"]) == 0
    assert "mine, answered by people:" in capsys.readouterr().out
    from challenge_sets_suites.tables.asked import HIT_ANSWERS

    found = {row["system"]: row for row in tables.read(HIT_ANSWERS, f"{results}/answers.parquet").to_pylist()}
    assert found["whole"]["n"] >= 6
    assert (found["whole"]["accuracy"], found["short"]["accuracy"]) == (1.0, 0.0)
    # Fewer than ten answers are no comparison.
    assert (found["short"]["p_bh"] is not None) == (found["short"]["n"] >= 10)
    assert language == "pt" or found["short"]["p_bh"] < 0.05
