# Commands for everyday tasks. `make` without an argument lists them.
python := .venv/bin/python
tools := .venv/tools-installed

.PHONY: help serve test quick everything lint site translate language migrate release

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1 -- /p' Makefile

# The README installs .venv without the tools, so its existence does not mean that they are there.
$(tools): requirements-dev.txt
	python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt && touch $@

serve: $(tools) ## start the program, with the data in instance/
	$(python) -m scorekeeper serve

test: $(tools) ## run the tests, on every core
	$(python) -m pytest -n auto --dist worksteal

everything: test ## run all tests, and then what is slow by nature
	$(python) -m pytest -n auto --dist worksteal -m "slow or hypothesis" --hypothesis-profile many

quick: $(tools) ## run the tests that need neither a browser nor a database server
	$(python) -m pytest -n auto --dist worksteal --ignore tests/browser -k "not postgresql"

lint: $(tools) ## check style, types, templates, workflows and who imports whom
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy --strict scorekeeper
	.venv/bin/djlint templates --lint --quiet
	.venv/bin/lint-imports
	.venv/bin/zizmor --offline --quiet .github

site: $(tools) ## build the texts of docs/ as pages, in build/site
	$(python) -m sphinx -b html -q -W --keep-going -n -d build/doctrees docs build/site

translate: $(tools) ## bring the catalogues up to date, compile them and list what is not translated
	$(python) -m tests.support.catalogue

language: $(tools) ## pack what a translator of a language needs: make language nl
	$(python) -m tests.support.for_translators $(language)

# The word after `language` is its code, not a target.
ifeq (language,$(firstword $(MAKECMDGOALS)))
language := $(word 2,$(MAKECMDGOALS))
$(language):
	@:
endif

migrate: $(tools) ## write a migration of what changed in the models: make migrate name="games have notes"
	$(python) -m tests.support.migrations "$(name)"

release: $(tools) ## build what is committed, check it and write all that a release needs into dist/
	.venv/bin/pip install -q --require-hashes -r requirements-release.txt
	$(python) -m pytest -q tests/deploy/test_packages.py tests/test_docs.py
	$(python) -m tests.support.release
