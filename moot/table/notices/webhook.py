"""Notices by webhook: a small JSON with words that Discord (`content`), Slack and Matrix (`text`) show as they are."""

from __future__ import annotations

import json

from moot.table.notices.channels import Channel
from moot.table.notices.outside import Outside
from moot.table.notices.words import Notice


class Webhooks:
    """Carries notices to addresses of the web."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def carry(self, channel: Channel, notice: Notice) -> None:
        """Post it."""
        said = {
            "content": notice.text,
            "text": notice.text,
            "kind": notice.kind,
            "game": notice.game,
            "table": notice.table,
            "deadline": notice.when,
        }
        await self._outside.post(channel.target, json.dumps(said).encode(), {"content-type": "application/json"})
