from extractors.__main__ import main
from extractors.cli.doctor import fault, packages, shipped_models


def test_each_finding_is_a_line_and_all_is_well(capsys):
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].startswith("No fault. Score an output")
    assert lines[-1].endswith("snakemake --cores 2 extract score report")
    assert sum(line.startswith("ok ") for line in lines) > 5


def test_what_the_next_command_needs_is_said_of_a_base_install(capsys, monkeypatch):
    monkeypatch.setattr("extractors.core.install.absent", lambda _: ["snakemake"])
    main(["doctor"])
    assert (
        capsys.readouterr().out.splitlines()[-1].startswith("To find phenomena in your own texts, first: pip install")
    )


def test_a_fault_ends_with_a_status_after_all_else_was_looked_at(capsys, monkeypatch):
    monkeypatch.setattr(packages, "check_package", lambda: fault("package x", "missing", "pip install x\nor y"))
    monkeypatch.setattr(shipped_models, "check_models", lambda: [fault("model y", "cut", "get it again")])
    assert main(["doctor"]) == 1
    out, err = capsys.readouterr()
    assert "FAULT  package x: missing\n         pip install x\n         or y\n" in out
    assert "FAULT  model y: cut\n         get it again\n" in out
    assert "2 faults" in err
