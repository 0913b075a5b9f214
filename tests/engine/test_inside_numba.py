"""One module holds all uses of what Numba and numba-cuda do not promise to keep, and their versions are capped."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSIDE = ROOT / "moot" / "engine" / "inside_numba.py"
PROMISED = r"numba(\.(cuda))?"  # `from numba import ...` and `from numba import cuda`
INTERNAL = re.compile(
    rf"^\s*(?:from (?!{PROMISED} import )(?:numba|llvmlite)[.\w]* import|import (?:llvmlite|numba\.))", re.M
)
PRIVATE = re.compile(r"get_call_template|compile_device|_codelibrary|config\.CACHE_DIR|pipeline_class=(?!Rule|Entry)")


def files() -> list[Path]:
    """All that is installed, but for the one module."""
    return [file for file in (ROOT / "moot").rglob("*.py") if file != INSIDE]


def test_internals_are_used_in_one_module_alone() -> None:
    assert INTERNAL.search(INSIDE.read_text(encoding="utf-8"))
    assert PRIVATE.search(INSIDE.read_text(encoding="utf-8"))
    for file in files():
        text = file.read_text(encoding="utf-8")
        assert not INTERNAL.search(text), file
        assert not PRIVATE.search(text), file


def test_versions_are_capped_and_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["gpu"]]
    for name in ("numba", "numba-cuda"):
        assert any(re.fullmatch(rf"{name}>=[\d.]+,<[\d.]+", one) for one in asked), name
        for lock in ("requirements.lock", "requirements-gpu.lock")[name == "numba-cuda" :]:
            assert _is_between(next(one for one in asked if one.startswith(f"{name}>")), name, ROOT / lock), lock


def _is_between(asked: str, name: str, lock: Path) -> bool:
    low, high = re.findall(r"[\d.]+", asked)
    locked = re.search(rf"^{name}==([\d.]+)", lock.read_text(encoding="utf-8"), re.M)
    assert locked
    return _numbers(low) <= _numbers(locked[1]) < _numbers(high)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
