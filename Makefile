# For test frameworks that build engines with make, such as OpenBench:
#   make EXE=name EVALFILE=/path/to/network
# Cargo does the work; `cargo build --release` is all that a person needs.

EXE      ?= riposte
EVALFILE ?=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
# A name that brings its suffix along keeps it.
NAME := $(basename $(EXE))$(filter-out $(SUFFIX),$(suffix $(EXE)))$(SUFFIX)

TARGET_DIR ?= $(or $(CARGO_TARGET_DIR),target)
CARGO      ?= cargo
PROFILES   := $(abspath $(TARGET_DIR))/pgo
# Rust's own, or the system's for the same LLVM: others cannot read the profiles.
LLVM       := $(shell rustc -vV 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
SYSROOT    := $(shell rustc --print sysroot 2>/dev/null)
PROFDATA   := $(firstword $(wildcard $(SYSROOT)/lib/rustlib/*/bin/llvm-profdata$(SUFFIX)) $(shell command -v llvm-profdata-$(LLVM) 2>/dev/null))

# The network that is built in; empty means the default one.
export RIPOSTE_EVALFILE := $(EVALFILE)
# What .cargo/config.toml asks for, so that flags can be added to it.
FLAGS := $(or $(RUSTFLAGS),-C target-cpu=native)

.PHONY: all universal tools clean

.DEFAULT_GOAL := all

# One binary for all x86-64 processors, on Linux; see docs/BUILD.md.
universal:
	TARGET_DIR="$(TARGET_DIR)" CARGO="$(CARGO)" PROFDATA="$(PROFDATA)" universal/build "$(NAME)"

# A build guided by a profile: $(call guided,PACKAGE,BINARY,COMMAND THAT IS PROFILED,COPY TO).
# Needs `rustup component add llvm-tools`, or the system's package of LLVM.
define guided
	rm -rf "$(PROFILES)"
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PROFILES)" \
	    $(CARGO) build --release --locked --target-dir "$(TARGET_DIR)/pgo-generate" -p $(1)
	"$(TARGET_DIR)/pgo-generate/release/$(2)$(SUFFIX)" $(3)
	"$(PROFDATA)" merge -o "$(PROFILES)/merged.profdata" "$(PROFILES)"/*.profraw
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PROFILES)/merged.profdata" \
	    $(CARGO) build --release --locked --target-dir "$(TARGET_DIR)/pgo-use" -p $(1)
	cp "$(TARGET_DIR)/pgo-use/release/$(2)$(SUFFIX)" "$(4)"
endef

ifeq ($(PROFDATA),)
all:
	@echo "llvm-profdata of LLVM $(LLVM) is missing (rustup component add llvm-tools): building without a profile"
	$(CARGO) build --release --locked --target-dir "$(TARGET_DIR)" -p riposte
	cp "$(TARGET_DIR)/release/riposte$(SUFFIX)" "$(NAME)"
tools:
	@echo "llvm-profdata of LLVM $(LLVM) is missing (rustup component add llvm-tools)"
	@false
else
# The engine, guided by a profile of `bench`.
all:
	$(call guided,riposte,riposte,bench,$(NAME))

# riposte-tools, guided by a profile of games for training.
tools:
	$(call guided,riposte-tools,riposte-tools,datagen --out "$(PROFILES)/games.cg" --games 200 --seed 1 --nodes 200 --hash 1,riposte-tools$(SUFFIX))
endif

clean:
	$(CARGO) clean --target-dir "$(TARGET_DIR)"
