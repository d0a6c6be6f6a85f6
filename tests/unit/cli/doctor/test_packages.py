import platform

from packaging.requirements import Requirement

from extractors.cli.doctor import Status, packages
from extractors.core import install

MISSING = "a-package-that-nobody-has"


def of(findings, status):
    return {finding.what: finding for finding in findings if finding.status == status}


def test_this_installation_is_whole():
    found = packages.check_packages()
    assert not of(found, Status.FAULT)
    assert "numpy " in of(found, Status.OK)["packages of base"].text
    assert "spacy " in of(found, Status.OK)["packages of run"].text


def test_a_package_of_the_base_that_is_missing_or_too_old_is_a_fault_with_its_remedy():
    faults = of(packages.check_packages([MISSING, "numpy>=999", "pyyaml>=1"]), Status.FAULT)
    assert faults[f"package {MISSING}"].text == "missing; base needs it"
    assert "where base needs >=999" in faults["package numpy"].text
    assert set(faults) == {f"package {MISSING}", "package numpy"}
    assert all(finding.remedy == install.command("all") for finding in faults.values())


def test_an_extra_that_is_not_installed_is_no_fault_and_one_that_is_half_there_is():
    wholly = [f"{MISSING}; extra == 'stanza'", "numpy", "numpy; extra == 'stanza'"]
    found = packages.check_packages(wholly)
    assert not of(found, Status.FAULT)
    assert of(found, Status.NOTE)["extras"].text == "not installed: stanza"
    half = [f"{MISSING}; extra == 'run'", "numpy; extra == 'run'"]
    assert f"package {MISSING}" in of(packages.check_packages(half), Status.FAULT)


def test_what_another_machine_needs_is_not_asked_for():
    other = "Windows" if platform.system() != "Windows" else "Linux"
    assert packages.by_extra([f"{MISSING}; platform_system == '{other}'"]) == {}


def test_a_package_lacks_what_its_own_extra_brings():
    assert not packages._is_missing(Requirement("sacrebleu[ja]"))
    assert packages._is_missing(Requirement("pytest-xdist[setproctitle]"))
