# One command each; every command first sets up whatever it lacks, and is quiet when nothing is missing.
#
#   make run     open a room in the browser, with bots at a table of every game
#   make test    lint, types, tests and docs, and the web table in a browser: what CI runs
#   make lint, make types, make web, make tidy, make python, make browser   a part of it alone
#   make docs    the documentation as a site, in build/site
#   make check   all of these, then the long tests and the mutants
#   make coverage   which lines and branches of the package the tests reach
#   make audit   known weaknesses of the pinned versions
#   make hooks   run what CI runs on changed files before every commit
#   make bench   speed, side by side with other engines; `WRITE=docs/speed.md` also writes the page
#   make load    the server under load: 100 tables of nine, 200 spectators, then as many as it holds
#   make dist    a source archive, and a wheel built from it, in dist/
#   make fix     repair what the linter can, and format
#   make pins    resolve the newest versions into constraints.txt
#   make clean   remove everything that was built

PYTHON ?= python3
JOBS ?= auto
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest --numprocesses=$(JOBS) --dist=worksteal
BROWSER := $(BIN)/python -m pytest tests/web -o cache_dir=.pytest_cache/browser --numprocesses=2 --dist=loadfile
# What fails is run once more, alone: only what fails twice is a failure, and both are printed.
AGAIN := --last-failed --last-failed-no-failures=none --numprocesses=0 --dist=no
PARTS := browser python lint types web docs
CORE := CMakeLists.txt $(wildcard src/kernels/*)
PROOFS := $(shell find tests -name __pycache__ -prune -o \( -name '*.py' -o -type d \) -print)

# Without bytecode every process compiles everything anew: seconds for each of hundreds that tests start.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: run test lint types web tidy python browser docs check coverage audit hooks bench load dist fix pins clean setup FORCE

run: setup
	@mkdir -p build
	@cd build && ../$(BIN)/croupier serve --demo

# All at once: while a browser waits for a round, others work. Each prints when it has finished.
test: setup
	@began=$$(date +%s); $(MAKE) --no-print-directory READY=1 --jobs=3 --keep-going --output-sync=target $(PARTS:%=%.part) || fault=1; \
	echo "make test took $$(( $$(date +%s) - began )) seconds"; exit $${fault:-0}

# A part of the tests, and how long it took.
%.part: setup
	@began=$$(date +%s); $(MAKE) --no-print-directory $* && how=passed || how=FAILED; \
	echo "$* $$how after $$(( $$(date +%s) - began )) seconds"; [ $$how = passed ]

lint: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .

types: setup
	$(BIN)/mypy

web: setup
	@scripts/web check types test

tidy: setup
	@$(BIN)/python -m pytest --quiet tests/test_tidy.py tests/test_mutants.py tests/test_clauses.py tests/test_dependencies.py

python: setup
	$(PYTEST) -o cache_dir=.pytest_cache/python || $(PYTEST) -o cache_dir=.pytest_cache/python $(AGAIN)

# Apart from async tests, which cannot share a process with it.
browser: setup
	@scripts/browser
	$(BROWSER) -m "browser and not soak" || $(BROWSER) -m "browser and not soak" $(AGAIN)

docs: setup
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "the documentation is build/site/index.html"

check: test
	@scripts/promtool
	$(PYTEST) -m "soak and not browser" --hypothesis-profile=soak || [ $$? -eq 5 ]  # 5: no long test exists
	$(PYTEST) tests/properties --hypothesis-profile=check
	$(BROWSER) -m "browser and soak"
	[ ! -d tests/mutants ] || $(BIN)/python -m tests.mutants

coverage: setup $(VENV)/habits.stamp
	@mkdir -p build
	@$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest --numprocesses=$(JOBS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

audit: $(VENV)/habits.stamp
	@$(BIN)/pip-audit --requirement constraints.txt --disable-pip --no-deps

hooks: setup $(VENV)/habits.stamp
	@$(BIN)/pre-commit install

bench: setup $(VENV)/bench.stamp
	@$(BIN)/python -m benchmarks $(if $(WRITE),--write $(WRITE))

load: setup
	@$(BIN)/python -m benchmarks.load --find

dist: setup
	@rm -rf dist
	@$(BIN)/python -c "from scikit_build_core.build import build_sdist; build_sdist('dist')"
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz
	@ls dist

fix: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@scripts/web fix

pins: setup
	rm -rf build/pins && $(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip --quiet --quiet install --upgrade pip
	build/pins/bin/python -m pip --quiet --quiet install --group dev --group bench --group habits '.[cluster,rl,room]'
	build/pins/bin/python -m pip freeze --all --exclude croupier --exclude setuptools > constraints.txt

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -exec rm -rf {} +

ifdef READY  # a part of `make test`, which has set everything up
setup:
else
setup: $(VENV)/croupier.stamp src/croupier/coverage.json
endif

$(VENV)/packages.stamp: pyproject.toml constraints.txt
	@scripts/toolchain $(PYTHON)
	@echo "setting up $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint constraints.txt --upgrade pip
	@$(PIP) install --constraint constraints.txt --group dev
	@touch $@

$(VENV)/croupier.stamp: $(VENV)/packages.stamp $(VENV)/modules.txt $(CORE)
	@echo "building croupier ..."
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[cluster,rl,room]'
	@touch $@

# An editable install remembers where each module lies: repeat it when one came, went or moved.
$(VENV)/modules.txt: $(VENV)/packages.stamp FORCE
	@find src/croupier -name '*.py' | sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Which tests prove which clauses; a folder is newer when a file in it came or went.
src/croupier/coverage.json: $(VENV)/packages.stamp docs/checklist.md docs/open.md $(PROOFS)
	@$(BIN)/python -m tests.clause --write

$(VENV)/habits.stamp: $(VENV)/packages.stamp
	@$(PIP) install --constraint constraints.txt --group habits
	@touch $@

$(VENV)/bench.stamp: $(VENV)/packages.stamp
	@$(PIP) install --constraint constraints.txt --group bench
	@touch $@
