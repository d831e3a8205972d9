"""The builds and backends that a test runs on.

`build` is a module, polycha.native, polycha.portable or polycha.wasm; `api` is the same with each of its backends forced in
turn. What this machine cannot load or run is a skipped test with the reason.

POLYCHA_TEST_LEVEL=quick takes fewer examples and shorter loops; without it the level is full.
"""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import Iterator

import hypothesis
import pytest

QUICK = os.environ.get("POLYCHA_TEST_LEVEL", "full") == "quick"

hypothesis.settings.register_profile("full", deadline=None, max_examples=200, print_blob=True)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=30, print_blob=True)
hypothesis.settings.load_profile("quick" if QUICK else "full")

BUILDS = ("native", "portable", "wasm")


def _load(name: str) -> tuple[ModuleType | None, str]:
    try:
        return importlib.import_module(f"polycha.{name}"), ""
    except ImportError as error:
        return None, f"polycha.{name}: {error}"


def _build_parameters() -> Iterator[object]:
    for name in BUILDS:
        module, reason = _load(name)
        yield pytest.param(module, id=name, marks=pytest.mark.skipif(module is None, reason=reason))


def _backend_parameters() -> Iterator[object]:
    for name in BUILDS:
        module, reason = _load(name)
        if not module:
            yield pytest.param((None, ""), id=name, marks=pytest.mark.skipif(module is None, reason=reason))
            continue
        for backend, usable in module.build_info().backends.items():
            mark = pytest.mark.skipif(not usable, reason=f"this CPU cannot run {backend}")
            yield pytest.param((module, backend), id=f"{name}-{backend}", marks=mark)


@pytest.fixture(params=_build_parameters())
def build(request: pytest.FixtureRequest) -> ModuleType:
    """A build, with the backend that it chooses."""
    module = request.param
    assert isinstance(module, ModuleType)
    return module


@pytest.fixture(params=_backend_parameters())
def api(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """A build, with one of its backends."""
    module, backend = request.param
    with module.use_backend(backend):
        assert module.backend() == backend
        yield module


@pytest.fixture(scope="session")
def quick() -> bool:
    """Whether the level is quick."""
    return QUICK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The counts, in the words of all the test runners here."""
    counts = {name: len(terminalreporter.getreports(name)) for name in ("passed", "failed", "error", "skipped")}
    failed = counts["failed"] + counts["error"]
    terminalreporter.write_line(f"{counts['passed']} passed, {failed} failed, {counts['skipped']} skipped")
