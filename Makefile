# Parlour.  `make play` plays, `make test` checks everything; `make` lists the rest.
# Needs GNU make and Python >= 3.11 with venv; everything else goes into .venv.

PYTHON ?= python3
G      ?=
ARGS   ?=
ROUNDS ?= 3

BIN    := .venv/bin
# A stamp carries the checksum of what it was made from: same lock, nothing to do.
sum     = $(firstword $(shell cat $(1) 2>/dev/null | cksum))
PLAY   := .venv/.play-$(call sum,requirements.lock tools/parlour)
DEV    := .venv/.dev-$(call sum,requirements-dev.lock)
DOCS   := .venv-docs/.docs-$(call sum,requirements-docs.lock)
RAY    := .venv-ray/.ray-$(call sum,requirements-ray.lock)
LEARN  := build/adapters/.made-$(call sum,requirements-adapters.lock)
INSTALL = -m pip install -qq --disable-pip-version-check --no-deps --require-hashes
PIP    := $(BIN)/python $(INSTALL)
# Stops with a hint when a target needs a room and none is named.
room    = $(or $(G),$(error which room?  make $@ G=kings))

.DEFAULT_GOAL := help
.PHONY: help play test lint room core client wire facts docs browser pictures compiled wheel playthroughs mutants exhaustive ends guard arena tune bench sim faults fuzz siege load scale steady ray adapters lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  G=<room> names a room, ARGS='...' passes flags on."

play: $(PLAY) ## open the tavern on this machine and its network
	@echo "== the web client (half a minute the first time)"
	@$(BIN)/python tools/client.py >/dev/null
	-@$(BIN)/python tools/compile.py --background
	@echo "== serve"
	@$(BIN)/parlour serve $(ARGS)

test: $(DEV) ## style, types, layers, all tests, interpreted and compiled
	@echo "== check everything"
	@tools/check

lint: $(DEV) ## style, types, layers only
	@echo "== lint"
	@tools/check lint

room: $(DEV) ## the tests and scenarios of one room but those in the browser, G=<room>
	@echo "== check the room $(room)"
	@$(BIN)/python -m pytest -q src/parlour/games/$(G) tests --ignore=tests/browser -k $(G) $(ARGS)
	@$(BIN)/parlour scenario src/parlour/games/$(G)/scenarios

core: $(DEV) ## the tests of the kernel
	@echo "== check the kernel"
	@$(BIN)/python -m pytest -q tests/core $(ARGS)

client: $(DEV) ## build the web client, check it, weigh it and time its first page
	@tools/check client
	@PYTHONPATH=. $(BIN)/python -m tools.loadtime

wire: $(DEV) ## write the client's types anew, from the Python types
	@PYTHONPATH=. $(BIN)/python -m tools.wire

facts: $(DEV) ## write what follows from the rooms' declared facts: tables, views, rows of SCENES.md
	@PYTHONPATH=. $(BIN)/python -m tools.facts

docs: $(DOCS) ## build the documentation with the API reference into build/docs; a warning fails
	@echo "== docs"
	@.venv-docs/bin/python tools/docs.py
	@echo "Open build/docs/index.html, or serve that folder."

browser: $(DEV) ## the tests in a real Chromium, at every size and in every language
	@echo "== in the browser"
	@$(BIN)/python tools/client.py && $(BIN)/python -m tools.browser
	@PARLOUR_LONG=1 $(BIN)/python -m pytest -q -n auto tests/browser $(ARGS)

pictures: $(DEV) ## take the screenshots of the README anew
	@$(BIN)/python tools/client.py >/dev/null
	@PYTHONPATH=. $(BIN)/python -m tools.pictures

compiled: $(PLAY) ## compile the rules with mypyc now; the command parlour uses that from then on
	@echo "== compile at -O3 (minutes the first time)"
	@tree=$$($(BIN)/python tools/compile.py -O3) && \
	 echo "The compiled package lies in $$tree" && $(BIN)/parlour --version

wheel: $(DEV) ## build the compiled wheel, install it into a fresh environment and try it there (minutes)
	@echo "== wheel"
	@PYTHONPATH=. $(BIN)/python -m tools.wheel $(ARGS)

playthroughs: $(DEV) ## write the golden games of all rooms anew
	@echo "== write the playthroughs"
	@$(BIN)/python -c 'import conftest, parlour.lab.playthroughs as p; p.main()'

mutants: $(DEV) ## does every broken rule fail a test?  G=<room>
	@echo "== mutants of $(room)"
	@$(BIN)/python -m parlour.lab.mutants $(G) $(ARGS)

exhaustive: $(DEV) ## has every card and power been used?  G=<room>
	@echo "== everything in $(room)"
	@$(BIN)/python -m parlour.lab.exhaustive $(G) $(ARGS)

guard: $(DEV) ## compare what everybody is sent with what is stored; ARGS=--write stores it anew
	@PYTHONPATH=. $(BIN)/python -c 'import conftest, parlour.lab.guard as g; raise SystemExit(g.main())' $(G) $(ARGS)

ends: $(DEV) ## 2,000 games among bots at every table, by every pace: looked at, replayed, followed by others
	@echo "== ends"
	@$(BIN)/python -m parlour.lab.ends $(G) $(ARGS)

arena: $(PLAY) ## let bots play each other, ARGS='...'
	@echo "== arena"
	@$(BIN)/parlour arena $(ARGS)

tune: $(PLAY) ## look for better weights of a room's bots, ARGS='kings --record FILE'
	@echo "== tune"
	@PYTHONPATH="$$($(BIN)/python tools/compile.py)" $(BIN)/python -m parlour.lab.tune $(ARGS)

bench: $(DEV) ## measure how quick the games are, ARGS='--peers' beside OpenSpiel and RLCard
	@echo "== bench"
	@$(BIN)/parlour bench $(ARGS)

sim: $(PLAY) ## simulate many games, ARGS='...'
	@echo "== simulate"
	@$(BIN)/parlour sim $(ARGS)

faults: $(DEV) ## kill servers and databases 1,700 times under load; is anything lost or stuck?  Goes on where it was stopped
	@echo "== faults"
	@PYTHONPATH=. $(BIN)/python -m tools.faults $(ARGS)

fuzz: $(DEV) ## send the server 200,000 random requests; is any answered with a fault?  (5 minutes)
	@echo "== fuzz"
	@PYTHONPATH=. $(BIN)/python -m tools.fuzz $(ARGS)

siege: $(DEV) ## attack a server beside honest tables: memory, descriptors, p99, log; ARGS='--only pings'
	@echo "== siege"
	@$(BIN)/python tools/client.py >/dev/null
	@PYTHONPATH=. $(BIN)/python -m tools.siege $(ARGS)

load: $(DEV) ## how much one process bears; PEERS=1 beside boardgame.io, COMPILED=1 with compiled rules
	@echo "== load"
	@PYTHONPATH=. PEERS=$(PEERS) COMPILED=$(COMPILED) $(BIN)/python -m tools.load $(ARGS)

scale: $(DEV) ## what 1,000 to 1,000,000 tables need, from measured costs; ARGS='5000 --between 10'
	@PYTHONPATH=. $(BIN)/python -m tools.scale $(ARGS)

steady: $(DEV) ## repeat tests on a busy machine, list what ever failed; ROUNDS=20 ARGS=tests/server
	@echo "== steady"
	@$(BIN)/python tools/client.py >/dev/null && $(BIN)/python -m tools.browser >/dev/null
	@PYTHONPATH=. $(BIN)/python -m tools.steady --rounds $(ROUNDS) $(ARGS)

ray: $(RAY) ## simulate on a Ray cluster of two workers, kill one; rows as Parquet; the example notebook
	@echo "== ray"
	@PYTHONPATH=.:src .venv-ray/bin/python -m tools.cluster

adapters: $(LEARN) ## the checks of Gymnasium, PettingZoo and OpenSpiel over every game; the page for researchers
	@echo "== adapters"
	@PYTHONPATH=.:src build/adapters/bin/python -m tools.adapters $(ARGS)

# The locks: versions and hashes for every platform, and no address of any registry.
LOCK = .venv-lock/bin/uv pip compile pyproject.toml --universal --generate-hashes --no-header --quiet
lock: ## resolve the dependencies anew (ARGS=--upgrade for newer versions)
	@echo "== write the requirements*.lock"
	@test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/pip install -qq uv; }
	@$(LOCK) --extra learned -o requirements.lock $(ARGS)
	@$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock $(ARGS)
	@.venv-lock/bin/uv pip compile --group docs --universal --generate-hashes --no-header --quiet -o requirements-docs.lock $(ARGS)
	@$(LOCK) --extra ray --extra parquet --group ray -c requirements.lock -o requirements-ray.lock $(ARGS)
	@$(LOCK) --extra gymnasium --extra pettingzoo --extra openspiel -c requirements.lock -o requirements-adapters.lock $(ARGS)
	@$(LOCK) --extra learn -c requirements.lock -o requirements-learn.lock $(ARGS)
	@.venv-lock/bin/uv pip compile --group compile -c requirements-dev.lock --universal --generate-hashes --no-header --quiet -o requirements-compile.lock $(ARGS)
	@.venv-lock/bin/uv pip compile --group node --universal --generate-hashes --no-header --quiet -o requirements-node.lock $(ARGS)
	@.venv-lock/bin/uv pip compile --group peers --universal --generate-hashes --no-header --quiet -o requirements-peers.lock $(ARGS)

clean: ## remove what was built, and the environments
	@echo "== clean"
	@rm -rf .venv .venv-lock .venv-docs .venv-ray build dist node_modules src/parlour/web .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# The environment.  The package is not installed but pointed at: a .pth file (which comes after
# PYTHONPATH, so that a compiled tree can take its place) and a command that chooses the build.
$(PLAY):
	@echo "== set up .venv"
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv  # pip comes last: one that was broken off is completed
	@$(PIP) -r requirements.lock
	@site=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') && \
	 echo "../../../../src" > "$$site/parlour.pth"
	@cp tools/parlour $(BIN)/parlour
	@rm -f .venv/.play-* && touch $@

$(DEV): $(PLAY)
	@echo "== add the tools of developers to .venv"
	@$(PIP) -r requirements-dev.lock
	@rm -f .venv/.dev-* && touch $@

$(DOCS):
	@echo "== set up .venv-docs"
	@test -x .venv-docs/bin/pip || $(PYTHON) -m venv .venv-docs
	@.venv-docs/bin/python $(INSTALL) -r requirements-docs.lock
	@rm -f .venv-docs/.docs-* && touch $@

$(RAY):
	@echo "== set up .venv-ray"
	@test -x .venv-ray/bin/pip || $(PYTHON) -m venv .venv-ray
	@.venv-ray/bin/python $(INSTALL) -r requirements-ray.lock
	@rm -f .venv-ray/.ray-* && touch $@

$(LEARN):
	@echo "== set up build/adapters"
	@test -x build/adapters/bin/python || $(PYTHON) -m venv build/adapters
	@build/adapters/bin/python $(INSTALL) -r requirements-adapters.lock
	@rm -f build/adapters/.made-* && touch $@
