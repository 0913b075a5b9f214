"""Being deleted, while the server runs: the others' games stay as they are."""

from __future__ import annotations

from moot.table.live.appending import turns
from moot.table.persistence.forgetting import forget_person, logs_that_tell_of, tables_of, workshops_of
from moot.table.registry import Registry


async def forget_everywhere(registry: Registry, person: str) -> None:
    """A person with all that is theirs. Meanwhile nothing is written down where they were."""
    store, games = registry.store, registry.settings.games
    told = await logs_that_tell_of(store, person)
    names = [*await tables_of(store, person, told), *await workshops_of(store, told)]
    async with turns([one for name in names if (one := registry.logged(name)) is not None]):
        await registry.forget(lambda: forget_person(store, games, person))
