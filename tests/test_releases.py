"""Rules that were released are kept: the games that were recorded with them play again, and stay readable here."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from moot import cli
from moot.engine import replay
from moot.engine.saving import OtherRulesError
from moot.games import load

ROOT = Path(__file__).parent.parent
ARCHIVES = sorted((ROOT / "releases").glob("*.tar.gz"))
PLAY = """
import sys, pathlib, moot
for file in sorted(pathlib.Path("tests/recorded").glob("*/*.json")):
    game = moot.load(file.parent.name)
    sitting = moot.replay(game, file.read_text(encoding="utf-8"))
    assert sitting.over and pathlib.Path(moot.__file__).is_relative_to(pathlib.Path.cwd())
    print(game.name, game.version, file.stem)
"""


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda archive: archive.name.partition(".")[0])
def release(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive, unpacked."""
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(request.param) as archive:
        archive.extractall(folder, filter="data")
    return folder


def test_its_recorded_games_play_by_its_own_rules(release: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-c", PLAY],
        check=False,
        cwd=release,
        env={"PYTHONPATH": str(release)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == len(list(release.glob("tests/recorded/*/*.json")))


def test_what_no_longer_replays_can_be_read(release: Path) -> None:
    """With the words it has: who did what, by the names of the choices, and what was written."""
    changed = 0
    for file in sorted(release.glob("tests/recorded/*/*.json")):
        game, text = load(file.parent.name), file.read_text(encoding="utf-8")
        if f'"rules": {game.version},' in text:
            continue  # its rules are the same: tests/test_recorded.py plays such games
        changed += 1
        with pytest.raises(OtherRulesError):
            replay(game, text)
        read = CliRunner().invoke(cli.app, ["replay", str(file)])
        assert read.exit_code == 0
        assert f"{game.title}, seed " in read.stdout
        assert len(read.stdout.splitlines()) >= text.count("\n  [")
        assert "cannot be played again" in read.stderr
    assert changed > 0
