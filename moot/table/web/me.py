"""The pages about oneself: name, settings, devices, coming by another device or by words, what is kept."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from moot.engine import MoveError
from moot.table.feeds.messages import MessageError
from moot.table.identity.choices import CHOICES, read_choices, usual
from moot.table.identity.export import exported
from moot.table.identity.leaving import forget_everywhere
from moot.table.identity.passes import LASTS, Passes
from moot.table.identity.recovery import Recovery
from moot.table.identity.statistics import statistics
from moot.table.identity.words import read_words, words_file
from moot.table.people import Key, Person, hashed
from moot.table.persistence.forgetting import forget_if_nowhere, places_of
from moot.table.persistence.news import Anew
from moot.table.rendering.renderer import qr_code
from moot.table.web.answers import Answers, is_program
from moot.table.web.devices import device_of
from moot.table.web.filled import WrongField
from moot.table.web.guard import COOKIE, secret_of
from moot.table.web.sent import sent_fields

NOBODY_YET = "You are nobody here yet. Take a seat at a table, or choose a name on the page about yourself (/me)."
WORN_OUT = "This link has been used, or is older than ten minutes. Make another on the device where you are known."
MOST_WRITTEN = 200  # characters that the form for the words takes
NOT_THEIRS = "Nobody has these words. Look at each of them again; if you have renewed them, only the newest count."
SHOWN_ONCE = (
    "Your words have been made and are shown once. If you have not written them down, make new ones on your own page."
)
ONLY_KEY = "You are known by this device alone. Keep yourself safe with six words first, or delete yourself altogether."
_BACK = re.compile(r"/tables/[\w-]+(\?seat=\d+)?")


class MePages:
    """What the addresses about oneself answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self.registry = answers, answers.registry
        registry, settings = self.registry, self.registry.settings
        self._passes = Passes(registry.store, registry.people, settings.clock, settings.new_secret)
        self._recovery = Recovery(registry.store, settings.clock)

    async def me(self, request: Request) -> Response:
        """Who one is here, and what can be done about it."""
        person = await self._answers.person(request)
        if person is None:
            return self._answers.page("me_nobody.html")
        return self._answers.page("me.html", person=person, **await self._about(request, person))

    async def _about(self, request: Request, person: Person) -> dict[str, Any]:
        keys = await self.registry.people.keys_of(person)
        chosen = usual() | dict(await self.registry.people.chosen_by(person.id))
        known = {"keys": keys, "this": _this(request), "safe": await self._recovery.made(person)}
        played = await statistics(self.registry, person)
        games = self.registry.settings.games.values()
        said = [(game.title, usual.says) for game in games for usual in game.words.usual.values()]
        return {**known, "choices": CHOICES, "chosen": chosen, "usual": said, **played._asdict()}

    async def name(self, request: Request) -> Response:
        """Another name from now on, everywhere; or the first one."""
        fields = await sent_fields(request)
        person, secret = await self._answers.someone(request, fields.get("name", ""))
        back = fields.get("back", "")
        return self._answers.go(request, back if _BACK.fullmatch(back) else "/me", secret, {"name": person.name})

    async def choose(self, request: Request) -> Response:
        """How pages are to be from now on; what is not named stays."""
        person, fields = await self._somebody(request), await sent_fields(request)
        await self.registry.people.choose(person, read_choices(fields))
        chosen = await self.registry.people.chosen_by(person.id)
        return self._answers.go(request, "/me", None, {"settings": chosen})

    # What is kept of oneself

    async def export(self, request: Request) -> Response:
        """All of it, as a file."""
        person = await self._somebody(request)
        self.registry.allowance.export(person.id)
        told = await exported(self.registry.store, self.registry.people, person)
        headers = {"content-disposition": 'attachment; filename="moot-me.json"', "cache-control": "no-store"}
        return Response(msgspec.json.format(msgspec.json.encode(told)), media_type="application/json", headers=headers)

    async def delete(self, request: Request) -> Response:
        """Somebody is forgotten, and nobody is known in this browser any more."""
        person = await self._somebody(request)
        if (await sent_fields(request)).get("sure") != "1":
            raise MoveError("To be deleted cannot be undone. Say that you are sure: `sure` is 1.")
        await forget_everywhere(self.registry, person.id)
        return _signed_out(self._answers.go(request, "/", None, {"deleted": True}))

    # Devices

    async def take_away(self, request: Request) -> Response:
        """A device is no longer one's own; if it is this one, nobody is known here any more."""
        person, wanted = await self._somebody(request), (await sent_fields(request)).get("key", "")
        keys = await self.registry.people.keys_of(person)
        key = next((one for one in keys if wanted == short(one)), None)
        if key is None:
            raise MoveError("You have no such device. Look at the list again.")
        if len(keys) == 1 and await self._recovery.made(person) is None:
            raise MoveError(ONLY_KEY)
        self._tell(await self.registry.people.take_away(person, key.hash))
        is_this = key.hash == _this(request)
        answer = self._answers.go(request, "/" if is_this else "/me", None, {"taken_away": wanted})
        return _signed_out(answer) if is_this else answer

    def _tell(self, news: Anew) -> None:
        """What this server and all others have to know."""
        self.registry.read_anew(news)
        self.registry.store.tell(news)

    # Another device

    async def make_pass(self, request: Request) -> Response:
        """A link for another device, which is shown once."""
        person = await self._somebody(request)
        link = str(request.url_for("device", secret=await self._passes.make(person)))
        if is_program(request):
            return JSONResponse({"link": link, "seconds": LASTS})
        return self._answers.page(
            "me_device.html", person=person, link=link, code=qr_code(link), minutes=int(LASTS // 60)
        )

    async def device(self, request: Request) -> Response:
        """Who one will become by a link. Nothing has happened yet: programs that look ahead at links do not use them up."""
        person = await self._passes.whose(request.path_params["secret"])
        if person is None:
            raise HTTPException(404, WORN_OUT)
        return self._answers.page("device.html", person=person, **await self._left_behind(request))

    async def arrive(self, request: Request) -> Response:
        """This browser is somebody's from now on."""
        used = await self._passes.use(request.path_params["secret"], device_of(request))
        if used is None:
            raise HTTPException(404, WORN_OUT)
        return await self._become(request, *used)

    async def _left_behind(self, request: Request) -> dict[str, Any]:
        """Who this browser is now, and what becomes of them if it becomes somebody else's."""
        before = await self._answers.person(request)
        if before is None:
            return {"before": None}
        tables = len(await places_of(self.registry.store, before.id))
        return {"before": before, "tables": tables, "lost": not await self._comes_back(request, before)}

    async def _comes_back(self, request: Request, person: Person) -> bool:
        """Whether somebody can come back without this browser."""
        others = [key for key in await self.registry.people.keys_of(person) if key.hash != _this(request)]
        return bool(others) or await self._recovery.made(person) is not None

    async def _become(self, request: Request, person: Person, secret: str) -> Response:
        """Somebody else's browser: whoever it was before has one key less, or is forgotten if they are nowhere."""
        before = await self._answers.person(request)
        if before is not None:
            lost = before.id != person.id and not await self._comes_back(request, before)
            self._tell(await self.registry.people.take_away(before, _this(request)))
            if lost:
                await self.registry.forget(lambda: forget_if_nowhere(self.registry.store, before.id))
        return self._answers.go(request, "/me", secret, {"name": person.name})

    # Words

    async def new_words(self, request: Request) -> Response:
        """Six words to come back by, which are shown once: the form says what there was before, so that a page that is loaded
        again does not make those worthless that were just written down.
        """
        person = await self._somebody(request)
        before = (await sent_fields(request)).get("before")
        if before and before != str(await self._recovery.made(person) or "none"):
            raise MoveError(SHOWN_ONCE)
        words = await self._recovery.renew(person)
        if is_program(request):
            return JSONResponse({"words": words})
        file = words_file(words, person.name, str(request.url_for("before")))
        return self._answers.page("me_words.html", person=person, words=words, file=quote(file))

    async def before(self, request: Request) -> Response:
        """Where the words are written again."""
        return self._answers.page("before.html", **await self._left_behind(request))

    async def come_back(self, request: Request) -> Response:
        """Somebody has been here before, as their words say; if they do not, the form again, with what was written."""
        written = (await sent_fields(request)).get("words", "")
        try:
            person = await self._whose(request, written)
        except (MessageError, MoveError) as error:
            if is_program(request):
                raise
            filled = {"wrong": WrongField("words", str(error)), "written": written[:MOST_WRITTEN]}
            page = self._answers.page("before.html", **filled, **await self._left_behind(request))
            page.status_code = 400
            return page
        return await self._become(request, person, await self.registry.people.admit(person, device_of(request)))

    async def _whose(self, request: Request, written: str) -> Person:
        words = read_words(written)
        self.registry.allowance.recover(request)
        person = await self._recovery.whose(words)
        if person is None:
            raise MoveError(NOT_THEIRS)
        return person

    async def _somebody(self, request: Request) -> Person:
        person = await self._answers.person(request)
        if person is None:
            raise HTTPException(403, NOBODY_YET)
        return person


def short(key: Key) -> str:
    """A key as pages name it: enough to tell it from the others of the same person."""
    return key.hash[:12]


def _this(request: Request) -> str:
    return hashed(secret_of(request) or "")


def _signed_out(answer: Response) -> Response:
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return answer
