# One command each for what one does every day; `make` alone lists them.
python := .venv/bin/python

.PHONY: help serve test quick lint translate migrate

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1 -- /p' Makefile

.venv: requirements-dev.txt
	python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt && touch .venv

serve: .venv ## start the program, with the data in instance/
	$(python) -m scorekeeper serve

test: .venv ## run all tests, on every core
	$(python) -m pytest -n auto --dist worksteal

quick: .venv ## run the tests that need neither a browser nor a database server
	$(python) -m pytest -n auto --dist worksteal --ignore tests/browser -k "not postgresql"

lint: .venv ## check style, types, templates and who imports whom
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy --strict scorekeeper
	.venv/bin/djlint templates --lint --quiet
	.venv/bin/lint-imports

translate: .venv ## bring the catalogues up to date, compile them and list what is not translated
	$(python) -m tests.support.catalogue

migrate: .venv ## write a migration of what changed in the models: make migrate name="games have notes"
	$(python) -m tests.support.migrations "$(name)"
