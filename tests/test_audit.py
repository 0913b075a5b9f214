"""`make audit`: what pip-audit finds fails it; that there is no network is said in one line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.audit import NO_NETWORK, audit

ROOT = Path(__file__).parent.parent
BOTH = "Found 2 known vulnerabilities; x could not be audited"


def auditor(folder: Path, says: str, status: int) -> str:
    """A program that says so."""
    program = folder / "pip-audit"
    program.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(("says", "status", "told"), [
    ("No known vulnerabilities found", 0, (0, "a.lock: No known vulnerabilities found")),
    ("Found 1 known vulnerability in 1 package", 1, (1, "a.lock: Found 1 known vulnerability in 1 package")),
    (BOTH, 1, (1, f"a.lock: {BOTH}")),
    ("Dependency not found on PyPI and could not be audited: h11", 0, (0, NO_NETWORK)),
    ("requests.exceptions.ConnectionError: HTTPSConnectionPool", 1, (0, NO_NETWORK)),
    ("error: this is no lock", 1, (1, "a.lock: error: this is no lock")),
])  # fmt: skip
def test_what_is_found_is_told(tmp_path: Path, says: str, status: int, told: tuple[int, str]) -> None:
    assert audit(auditor(tmp_path, says, status), ["a.lock"]) == told


def test_without_the_program_there_is_no_network() -> None:
    assert audit("/nowhere/pip-audit", ["a.lock"]) == (0, NO_NETWORK)


def test_floors_are_above_advisories_that_are_known() -> None:
    """CVE-2026-54283 and others before it; CVE-2026-53538; CVE-2025-27516; CVE-2025-43859."""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {"starlette>=1.3.1", "python-multipart>=0.0.32", "jinja2>=3.1.6", "h11>=0.16"} <= set(needs)
