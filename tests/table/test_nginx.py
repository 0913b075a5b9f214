"""The configurations of nginx in docs/table.md: each is whole, and nginx takes it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_store

DOCS = Path(__file__).parents[2] / "docs" / "table.md"
BLOCKS = re.findall(r"```nginx\n(.*?)```", DOCS.read_text(), re.DOTALL)
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def whole(block: str, folder: Path) -> Path:
    """A configuration around a block, without certificates, which are not here."""
    plain = re.sub(r"^ *ssl_.*\n", "", block, flags=re.MULTILINE).replace("listen 443 ssl", "listen 127.0.0.1:8443")
    file = folder / "nginx.conf"
    file.write_text(f"pid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n{plain}}}\n")
    return file


@pytest.mark.parametrize("block", BLOCKS, ids=["several", "one"])
def test_nginx_takes_what_the_docs_say(tmp_path: Path, block: str) -> None:
    assert NGINX, "The tests of the docs need nginx: apt-get install nginx-light"
    command = [NGINX, "-t", "-p", str(tmp_path), "-c", str(whole(block, tmp_path))]
    tried = subprocess.run(command, check=False, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr


@pytest.mark.parametrize("block", BLOCKS, ids=["several", "one"])
def test_no_log_of_visits_holds_a_key_and_every_address_is_limited(block: str) -> None:
    for line in ("access_log off;", "limit_conn ", "limit_req ", "client_max_body_size 32k;", "$connection_upgrade {"):
        assert line in block
