# make run    install what the main job needs, then run it on the bundled corpora
# make test   lint, types, the lock and the tests
# make test-fast   the tests that a change touches, in less than a minute
# make check  all of that, pages and commands as they ship, training, browsers, the documentation, fuzzing and faults
# make docs   the documentation as a site: build/site/index.html
# make test-lab   the laboratory (lab/README.md): what trains and measures models, and discovers phenomena
# make test-browser   the pages of reports in Chromium
# make fuzz   every reader on damaged and malicious files, a minute each (SECONDS=60)
# make test-faults   flipped bits, cut files, power cuts, full disks and killed runs, with a table of what was noticed (TRIALS=200)
# make test-cluster   a run on a real Slurm of this machine, which loses a node; installs Slurm (Debian, as root)
# make install EXTRAS="run stanza"   install these extras of pyproject.toml (docs/install.md) into .venv
# make lock   renew uv.lock, the releases that all of these install
# Each takes PYTHON=python3.13, say; .venv is made again where it has another Python.
.DEFAULT_GOAL := run
.PHONY: run test test-fast check install lint types lock-check docs unit test-release test-lab test-browser fuzz test-faults test-cluster lock clean
.SECONDARY:
# What installs packages runs alone; the checks of `make test` run side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

PYTHON ?= python3
BIN := .venv/bin
CORES ?= $(shell nproc 2> /dev/null || getconf _NPROCESSORS_ONLN)
EXTRAS ?= run
# An index next to pip's own, for the CPU build of PyTorch, where pip's own has only the CUDA build:
# make test TORCH_INDEX=https://download.pytorch.org/whl/cpu
TORCH_INDEX ?=

VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')
ENVIRONMENT := .venv/.python-$(VERSION)
# What an extra (`run`) or a dependency group (`group-test`) of pyproject.toml brings, once it is installed.
run := .venv/.extra-run
group = $(1:%=.venv/.group-%)

UV := $(or $(shell command -v uv),.uv/bin/uv)
# As pip does: no interpreter is downloaded, the certificates of the system hold, and the index is that of pip.
export UV_PYTHON_DOWNLOADS := never
export UV_SYSTEM_CERTS := 1
# A run is many processes. Without the bytecode of libraries, each compiles them again: twice the CPU time.
unexport PYTHONDONTWRITEBYTECODE
INDEX = $(or $(UV_DEFAULT_INDEX),$(PIP_INDEX_URL),$(shell $(PYTHON) -m pip config get global.index-url 2>/dev/null))
USE_INDEX = $(INDEX:%=UV_DEFAULT_INDEX=%)
UV_PIP = $(USE_INDEX) VIRTUAL_ENV=.venv $(UV) pip

run: $(run)
	@echo "== Extracting challenge sets and scoring systems on the bundled corpora: config/config.yaml (see config/README.md) =="
	@echo "== Again, by hand: source .venv/bin/activate; snakemake --cores $(CORES) extract score report =="
	@touch .venv/.began
	$(BIN)/snakemake --logger rich --cores $(CORES) extract score report
# A run ends with its results. Snakemake prints none where nothing was to be done: no config.json was written then.
	@[ -n "$$(find results -name config.json -newer .venv/.began)" ] || \
	  $(BIN)/challenge-sets show $(patsubst %/findings.csv,%,$(wildcard results/*/findings.csv))
	@echo "== Your outputs of WMT's test sets, all years at once: challenge-sets score wmt:en-de --outputs FOLDER =="

test: $(run) $(call group,lint test types)
	@$(MAKE) --no-print-directory --jobs --output-sync=target SIDE_BY_SIDE=1 lint types lock-check
	@$(MAKE) --no-print-directory unit

check: test test-release test-lab test-browser docs fuzz test-faults

install: $(EXTRAS:%=.venv/.extra-%)

.uv/bin/uv:
	@echo "== Getting uv, which installs packages, into .uv: no uv was found =="
	@$(PYTHON) -m venv .uv || { echo "no virtual environment: on Debian and Ubuntu, type: apt-get install python3-venv" >&2; exit 1; }
	.uv/bin/pip install --quiet --disable-pip-version-check uv

$(ENVIRONMENT): | $(UV)
	@[ -n "$(VERSION)" ] || { echo "$(PYTHON) cannot be run: give another, as in: make run PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is Python $(VERSION), and 3.11 or later is needed: give another, as in: make run PYTHON=python3.12" >&2; exit 1; }
	@echo "== Making .venv with Python $(VERSION) =="
	$(USE_INDEX) $(UV) venv --quiet --clear --seed --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
	@touch $@

# The lock names files of PyPI; as a list of releases and hashes, it holds for every index. PyTorch comes afterwards: its
# build without CUDA, where pip is offered one of .ci/torch-without-cuda, else that of the lock, with what CUDA needs. The
# builds at an index that the user names have no hash here.
PIP = $(BIN)/pip install --disable-pip-version-check
define install_locked
	@echo "== Installing the packages of $(2) in .venv =="
	@$(UV) export --quiet --frozen --no-emit-workspace $(1) > $@.all
	@$(UV) export --quiet --frozen --no-emit-workspace $(1) $(CUDA:%=--no-emit-package %) --no-emit-package torch > $@.txt
	$(UV_PIP) install --no-deps --require-hashes --requirement $@.txt
	@if grep -q '^torch==' $@.all; then set -x; $(if $(TORCH_INDEX),\
	  $(PIP) --extra-index-url $(TORCH_INDEX) torch==$(call locked,torch),\
	  $(PIP) --no-deps --require-hashes --requirement .ci/torch-without-cuda 2> /dev/null || \
	  $(UV_PIP) install --no-deps --require-hashes --requirement $@.all); fi
	@[ -e .venv/.projects ] || { set -x; $(UV_PIP) install --no-deps --editable . --editable suites --editable lab && touch .venv/.projects; }
	@touch $@
endef
locked = $(shell sed -n '/^name = "$(1)"$$/{n;s/^version = "\(.*\)"/\1/p;}' uv.lock)
CUDA = $(shell sed -n 's/^name = "\(nvidia-.*\|cuda-.*\|triton\)"$$/\1/p' uv.lock)

.venv/.extra-%: uv.lock pyproject.toml suites/pyproject.toml $(ENVIRONMENT)
	$(call install_locked,--no-default-groups --all-packages --extra $*,the extra $*)

.venv/.group-%: uv.lock pyproject.toml $(ENVIRONMENT)
	$(call install_locked,--only-group $*,the group $*)

lint: $(run) $(call group,lint)
	@echo "== Lint: ruff, codespell, snakefmt, snakemake --lint =="
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/snakefmt --check Snakefile rules workflow suites
	$(BIN)/snakemake --lint

types: $(call group,test types)
	@echo "== Types: mypy --strict =="
	$(BIN)/mypy

lock-check: | $(ENVIRONMENT)
	@echo "== The lock: uv.lock answers pyproject.toml, and resolves for each supported Python =="
	$(USE_INDEX) UV=$(UV) .ci/check-lock

# The banner is about the generator's own future.
docs: $(run) $(call group,docs)
	@echo "== Documentation: every page and docstring, without a warning =="
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# In the order of tests/conftest.py, each file by one worker.
PYTEST := $(BIN)/pytest -n $(CORES) --dist loadfile --no-loadscope-reorder

unit: $(call group,test)
	@echo "== Tests: unit, contract, workflow, end to end, benchmarks on made data =="
	$(PYTEST) -m "not release" tests/unit tests/contract tests/workflow tests/suites tests/benchmarks

test-fast: $(call group,test)
	@$(PYTEST) -q -m "not release" $$(.ci/tests-of-change)

test-release: $(call group,test)
	@echo "== Tests of a release: commands and pages as they ship, a wheel, checkouts, ways to get corpora =="
	$(PYTEST) -m release tests/workflow

test-lab: $(call group,test)
	@echo "== Training and measuring: tests/lab, and requests against every assignment of words =="
	HYPOTHESIS_PROFILE=thorough $(PYTEST) tests/lab tests/unit/phenomena/grew/test_brute_force.py

test-browser: $(call group,test)
	@echo "== Reports in Chromium: tests/browser =="
	$(BIN)/pytest tests/browser

SECONDS ?= 60
fuzz: $(call group,test)
	@echo "== Fuzzing: every reader, $(SECONDS) seconds each, on damaged and malicious files: tests/fuzz =="
	FUZZ_SECONDS=$(SECONDS) $(BIN)/pytest -n $(CORES) tests/fuzz

TRIALS ?= 200
test-faults: $(call group,test)
	@echo "== Faults: $(TRIALS) flipped bits in each kind of file, power cuts and full disks: tests/faults =="
	FAULT_TRIALS=$(TRIALS) $(BIN)/pytest -rs tests/faults

SLURM_PLUGIN := snakemake-executor-plugin-slurm
test-cluster: $(call group,test)
	@echo "== Cluster: a run on Slurm that loses a node: tests/cluster =="
	command -v slurmctld >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends slurm-wlm munge; }
	$(UV_PIP) install $(SLURM_PLUGIN)
	CLUSTER=1 $(BIN)/pytest -rs tests/cluster

lock: | $(UV)
	@echo "== Renewing uv.lock: the newest releases that pyproject.toml allows =="
	$(UV) lock --upgrade

clean:
	git clean -qfdX results logs .snakemake
