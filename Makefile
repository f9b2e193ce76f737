# Everything a newcomer needs: `make demo`, `make test`. Each target makes its own environment in .venv when it is
# missing or when pyproject.toml changed, and needs no second step. Another Python: `make PYTHON=python3.12 test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint bench soak fuzz clean

help:
	@echo "make demo    a study with its report, a protocol, some scenarios (seconds, once installed)"
	@echo "make test    the tests, but for the long ones"
	@echo "make lint    style, types, and the layers of the house"
	@echo "make bench   what the engine does in a second, in one table"
	@echo "make soak    the long tests: a thousand kills and resumes, and all that make fuzz does"
	@echo "make fuzz    a random search for broken laws, with many more examples than the tests try"
	@echo "make clean   remove what these targets made"

demo: $(VENV)/base
	@$(BIN)/hawthorne demo

test: $(VENV)/dev
	@$(BIN)/python -m pytest

lint: $(VENV)/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(VENV)/bench
	@$(BIN)/python -m bench

soak: $(VENV)/fuzz
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -m "soak or fuzz"

fuzz: $(VENV)/fuzz
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -m fuzz

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf src/*.egg-info

# A stamp holds the checksum of pyproject.toml that it was made from: a file that is merely newer (a fresh checkout)
# costs no installation, and no network.
$(VENV)/base: pyproject.toml
	@if [ -x $(BIN)/python ] && [ "$$(cat $@ 2>/dev/null)" = "$$(cksum < pyproject.toml)" ]; then touch $@; exit 0; fi; \
	set -e; \
	command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "There is no $(PYTHON) here. Install it with:  sudo apt-get install python3 python3-venv" >&2; exit 1; }; \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: Hawthorne needs Python 3.11 or newer." >&2; \
	  echo "Install one (Debian 12 and newer:  sudo apt-get install python3 python3-venv)," >&2; \
	  echo "or name another that is here:  make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }; \
	$(PYTHON) -c 'import venv, ensurepip' >/dev/null 2>&1 || { \
	  echo "$(PYTHON) lacks the venv module. Install it with:  sudo apt-get install python3-venv" >&2; exit 1; }; \
	echo "Making $(VENV) with $$($(PYTHON) --version) (once; takes about a minute) ..."; \
	rm -rf $(VENV); \
	$(PYTHON) -m venv $(VENV); \
	echo "Installing Hawthorne and what it needs ..."; \
	$(PIP) install --editable .; \
	cksum < pyproject.toml > $@

$(VENV)/dev: $(VENV)/base
	@if [ "$$(cat $@ 2>/dev/null)" = "$$(cat $<)" ]; then touch $@; exit 0; fi; \
	set -e; echo "Installing the tools for tests and checks ..."; \
	$(PIP) install --editable '.[dev]'; \
	cp $< $@

$(VENV)/fuzz: $(VENV)/dev
	@if [ "$$(cat $@ 2>/dev/null)" = "$$(cat $<)" ]; then touch $@; exit 0; fi; \
	set -e; echo "Installing the guided fuzzer ..."; \
	$(PIP) install --editable '.[dev,fuzz]'; \
	cp $< $@

$(VENV)/bench: $(VENV)/dev
	@if [ "$$(cat $@ 2>/dev/null)" = "$$(cat $<)" ]; then touch $@; exit 0; fi; \
	set -e; echo "Installing what the engine is compared with ..."; \
	$(PIP) install --editable '.[dev,bench]'; \
	cp $< $@
