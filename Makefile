# Puur: `make run` plays, `make test` checks everything. Both prepare what they need in .venv.
.DEFAULT_GOAL := help
BIN := .venv/bin
# Parts whose provisions are all covered; `make rules` fails when one of theirs loses its test.
FINISHED := core referee tournament club
RULES := $(BIN)/python -m tools.rules_coverage $(foreach part,$(FINISHED),--require $(part))

.PHONY: help setup browser servers machines run play test test-full test-versions audit mutants rules lint format bench site clean

help: ## show these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r t d; do printf '  make %-13s %s\n' "$$t" "$$d"; done

setup: ## prepare .venv (quick when nothing changed)
	@PYTHON="$(PYTHON)" sh tools/setup.sh
	@sh tools/fonts.sh

browser: setup ## find Chromium for the tests, or install it where that is allowed
	@sh tools/browser.sh

servers: setup ## find PostgreSQL, Redis and nginx for the tests, or install them where that is allowed
	@sh tools/servers.sh

machines: setup ## the same, and what boots whole machines in containers
	@sh tools/servers.sh machines

run: setup ## serve the table in the browser (HOST and PORT: 127.0.0.1 and 8000)
	@$(BIN)/puur serve

play: setup ## play a game in the terminal
	@$(BIN)/puur play

test: lint browser servers ## lint, types, layers, tests, coverage of the provisions
	$(BIN)/pytest -n auto -m "not slow"
	$(RULES) --brief

test-full: lint browser machines audit ## the same, with the long tests, weak packages and a search for secrets
	$(BIN)/pytest -n auto --hypothesis-profile=full
	$(RULES) --brief

test-versions: browser ## set-up, fast tests and a game in the browser with every supported Python that is here (VERSIONS="3.12 3.13")
	@VERSIONS="$(VERSIONS)" sh tools/versions.sh

audit: setup ## known weaknesses of what is installed (asks the network), and secrets in the repository
	$(BIN)/python -m tools.secrets
	$(BIN)/python -m tools.audit

mutants: setup ## put mistakes into a copy of the product and see which the tests notice (docs/testing.md)
	@$(BIN)/python -c 'import cosmic_ray, coverage' 2>/dev/null || EXTRA=mutants sh tools/setup.sh
	$(BIN)/python -m tools.mutants $(MUTANTS)

rules: setup ## which provisions the last `make test` proved, and on which roads
	@$(RULES)

lint: setup ## ruff, mypy --strict, import-linter, code without a caller; the front end: prettier, eslint, tsc, djlint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.unused
	@sh tools/front.sh check

format: setup ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@sh tools/front.sh format

bench: setup ## measure the speed of the core
	@if ls bench/*.py >/dev/null 2>&1; then for b in bench/bench_*.py; do $(BIN)/python "$$b" || exit 1; done; \
	else echo "bench: nothing to measure yet"; fi

site: setup ## build the documentation as a web site, in build/site
	@$(BIN)/python -c 'import mkdocs, mkdocstrings' 2>/dev/null || EXTRA=site sh tools/setup.sh
	@$(BIN)/python -m tools.site

clean: ## remove what was generated, .venv too
	rm -rf .venv node_modules .setup.lock .front.lock .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist build .versions
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
