# make run    install, then run the main job on the bundled corpora
# make test   install, then lint, type-check and test
# make docs   the documentation as a site: build/site/index.html
# make fuzz   every reader on damaged and malicious files, a minute each (SECONDS=60)
# make test-faults   flipped bits, power cuts and full disks, with a table of what was noticed (TRIALS=200)
# make test-cluster   a run on a real Slurm of this machine, which loses a node; installs Slurm (Debian, as root)
# make lock   renew requirements.lock from pyproject.toml
.DEFAULT_GOAL := run
.PHONY: run test install lint types docs unit fuzz test-faults test-cluster lock clean

PYTHON ?= python3
BIN := .venv/bin
CORES ?= $(shell nproc)
# An index beside pip's own, for the CPU build of PyTorch, where pip's own has only the CUDA build:
# make install TORCH_INDEX=https://download.pytorch.org/whl/cpu
TORCH_INDEX ?=

run: install
	@echo "== Extracting challenge sets and scoring systems on the bundled corpora: config/config.yaml (see config/README.md) =="
	@echo "== Again, by hand: source .venv/bin/activate; snakemake --cores $(CORES) extract score report =="
	$(BIN)/snakemake --cores $(CORES) extract score report

test: install lint types docs unit

install: .venv/.installed

.venv/.installed: requirements.lock pyproject.toml
	@echo "== Installing the pinned packages into .venv (2 GB, or 6 GB where the index has only the CUDA build of PyTorch; some minutes) =="
	@echo "== For the CPU build, where pip's index has none: make install TORCH_INDEX=https://download.pytorch.org/whl/cpu =="
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check $(addprefix --extra-index-url ,$(TORCH_INDEX)) -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

lint: install
	@echo "== Lint: ruff, codespell, snakefmt, snakemake --lint =="
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/snakefmt --check Snakefile rules workflow
	$(BIN)/snakemake --lint

types: install
	@echo "== Types: mypy --strict =="
	$(BIN)/mypy

# The banner is about the generator's own future.
docs: install
	@echo "== Documentation: every page and docstring, without a warning =="
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

unit: install
	@echo "== Tests: unit, contract, workflow, end to end =="
	$(BIN)/pytest -n $(CORES) --dist loadgroup

SECONDS ?= 60
fuzz: install
	@echo "== Fuzzing: every reader, $(SECONDS) seconds each, on damaged and malicious files: tests/fuzz =="
	FUZZ_SECONDS=$(SECONDS) $(BIN)/pytest -n $(CORES) tests/fuzz

TRIALS ?= 200
test-faults: install
	@echo "== Faults: $(TRIALS) flipped bits in each kind of file, power cuts and full disks: tests/faults =="
	FAULT_TRIALS=$(TRIALS) $(BIN)/pytest -rs tests/faults

SLURM_PLUGIN := snakemake-executor-plugin-slurm
test-cluster: install
	@echo "== Cluster: a run on Slurm that loses a node: tests/cluster =="
	command -v slurmctld >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends slurm-wlm munge; }
	$(BIN)/pip install --quiet --disable-pip-version-check $(SLURM_PLUGIN)
	CLUSTER=1 $(BIN)/pytest -rs tests/cluster

# torch is pinned without its local version: pip takes the CPU build where the index offers one.
lock:
	rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install --quiet setuptools wheel "torch==2.13.0"
	.venv-lock/bin/pip install --quiet --no-build-isolation ".[dev,eflomal]"
	.venv-lock/bin/pip freeze --all --exclude mt-challenge-sets --exclude pip | sed -E 's/^(torch==[0-9.]+)\+.*/\1/' | grep -v -i -E '^(nvidia-|triton)' > requirements.lock
	rm -rf .venv-lock

clean:
	git clean -qfdX results logs .snakemake
