# `make play` and `make test` are all a newcomer needs; everything else is for those who work on Moot.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help setup play test chromium postgresql nginx pictures evening faults mutants lint format check bench arena gpu lock audit clean

help: ## what there is to make
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(STAMP) ## .venv with everything, made only when needed

$(STAMP): requirements.lock pyproject.toml
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Moot needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

play: setup ## open the table on this machine and print its link
	@$(BIN)/moot serve

test: setup chromium postgresql nginx lint ## everything that must pass, as CI runs it
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

# A program of Debian's that tests need, installed where that is possible: what finds it, the package, what it is for.
define debian
	@$(1) || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing $(2) (once) ..." \
		&& { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(2); } >/dev/null 2>&1; } \
		|| { echo "$(3): apt-get install $(2)"; exit 1; }
endef

chromium: # the browser that the tests of the table drive
	$(call debian,command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null,chromium,The browser tests need Chromium)

postgresql: # the database that the tests of the table start a server of
	$(call debian,ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null,postgresql,The tests of the table need PostgreSQL)

nginx: # that takes the configurations in docs/table.md
	$(call debian,command -v nginx >/dev/null || test -x /usr/sbin/nginx,nginx-light,The tests of the docs need nginx)

evening: setup chromium ## whole games of every kind, in the browser at every size, by day and at night (an hour or two)
	@$(BIN)/python -m pytest -n 2 -m evening tests/browser tests/games

faults: setup postgresql ## kill -9 servers and their database 50 times under load
	@MOOT_KILLS=50 $(BIN)/python -m pytest -s tests/faults

mutants: setup ## break the rules of every game on purpose, and see whether its tests notice (an hour or two)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-mutants.lock
	@$(BIN)/python -m tests.mutants $(GAME)

lint: setup ## style, types, and the direction of imports
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports >/dev/null || $(BIN)/lint-imports

format: setup ## put the code into its usual form
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

check: setup ## the battery on every game
	@$(BIN)/moot check all

bench: setup ## how fast, here, and against peers in the same run
	@$(BIN)/moot bench
	@$(BIN)/python benchmarks/peers.py

arena: setup ## the matches that Moot's bots are held to, on all cores; goes on where it was interrupted
	@$(BIN)/python benchmarks/arena.py $(ARGS)

gpu: setup ## the same rules on an NVIDIA GPU, compared with the CPU byte for byte
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-gpu.lock
	@$(BIN)/python benchmarks/gpu.py

pictures: setup chromium ## the pictures in docs/pictures, anew
	@$(BIN)/python -m docs.pictures.boards
	@$(BIN)/python -m docs.pictures.architecture

lock: setup ## pin the newest versions that pyproject.toml allows
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-header --no-emit-index-url --extra dev \
		pyproject.toml --output-file requirements.lock
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --extra gpu \
		--constraint requirements.lock pyproject.toml --output-file requirements-gpu.lock
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --extra mutants \
		--constraint requirements.lock pyproject.toml --output-file requirements-mutants.lock

audit: setup ## whether advisories are known of what is pinned
	@test -x .audit/bin/pip-audit || { $(PYTHON) -m venv .audit && .audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit; } || true
	@$(BIN)/python -m tests.audit .audit/bin/pip-audit requirements*.lock

clean: ## forget everything that was made here
	@rm -rf .venv .audit .peers .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
