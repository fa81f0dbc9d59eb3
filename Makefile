# All that one does with Stolik. `make` alone lists it; docs/development.md says more.

HOST = 127.0.0.1
PORT = 8000
DATA = data
ARGS =

# The environments: one to play, one to test. tools/install.py keeps them up to date and is silent if they are.
PLAY = .venv
TEST = .venv-test

# Language of the pages' first visit and of the terminal: only if it was asked for, make play LANG=en.
ifeq ($(origin LANG),command line)
export STOLIK_LANG := $(LANG)
override LANG := C.UTF-8
endif

# A browser is opened where somebody sees it.
SCREEN = $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname))
OPEN = $(if $(CI),,$(if $(SCREEN),--open))

INSTALL = python=$$(tools/python.sh) && "$$python" tools/install.py
INSTALL_TEST = $(INSTALL) $(TEST) --extra test
RUN = env -u PYTHONPATH PYTHONNOUSERSITE=1

.PHONY: help play test check format dev bench screenshots interpreters clean
.DEFAULT_GOAL := help

help: ## list what make can do
	@echo 'make play [HOST=0.0.0.0] [PORT=8080] [DATA=folder] [LANG=pl|en]'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: ## install what is needed and open a table in the browser
	@$(INSTALL) $(PLAY)
	@exec $(RUN) $(PLAY)/bin/stolik serve --host '$(HOST)' --port '$(PORT)' --data '$(DATA)' $(OPEN)

test: ## check, then run all tests with the rules compiled; ARGS='-k dr16' for some
	@if tools/system.sh; then skip=; elif [ -n "$$CI" ]; then exit 1; else skip='not browser'; fi; \
	$(INSTALL_TEST) && \
	$(MAKE) --no-print-directory check && \
	$(RUN) $(TEST)/bin/python -m pytest -m "$$skip" $(ARGS) && \
	if [ -n "$$skip" ]; then echo 'stolik: all passed, but the tests in the browser did not run'; fi

check: ## lint, format, types, who imports whom, documentation
	@$(INSTALL_TEST)
	@wrong=0; \
	echo 'stolik: ruff'; $(TEST)/bin/ruff check --quiet --output-format concise || wrong=1; \
	$(TEST)/bin/ruff format --check --quiet || { wrong=1; echo 'stolik: make format puts that into shape'; }; \
	echo 'stolik: mypy'; $(TEST)/bin/mypy --no-error-summary || wrong=1; \
	echo 'stolik: imports'; said=$$(PYTHONPATH=src $(TEST)/bin/lint-imports --no-logo --no-cache 2>&1) || { wrong=1; echo "$$said"; }; \
	echo 'stolik: documentation'; $(TEST)/bin/python tools/check_docs.py || wrong=1; \
	exit $$wrong

format: ## put the code into shape and right what can be righted
	@$(INSTALL_TEST)
	@$(TEST)/bin/ruff check --fix && $(TEST)/bin/ruff format

dev: ## make .venv run the files of this folder as they are, uncompiled
	@$(INSTALL) $(PLAY) --extra test --editable

bench: ## how fast the rules are, beside C
	@$(INSTALL_TEST)
	@$(RUN) $(TEST)/bin/python -m bench.kernel --all $(ARGS)

screenshots: ## take the pictures of the documentation anew
	@$(INSTALL_TEST)
	@tools/system.sh browser
	@$(RUN) $(TEST)/bin/python tools/screenshots.py $(ARGS)

interpreters: ## run the tests under every Python from 3.11 that is here; ARGS=3.12 for one
	@python=$$(tools/python.sh) && "$$python" tools/interpreters.py $(ARGS)

clean: ## remove what was built and installed here; matches stay
	@rm -rf $(PLAY) $(TEST) build dist src/*.egg-info .make.lock .hypothesis .*_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
