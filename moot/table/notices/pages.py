"""The page of one's notices, and the addresses that links in them lead to."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from moot.table.feeds.messages import MessageError
from moot.table.notices.channels import EMAIL, MOST_FAILURES, ON, PUSH, UNCONFIRMED, WEBHOOK, Channel
from moot.table.notices.mail import clean_address
from moot.table.notices.outside import CarryError
from moot.table.notices.push import read_subscription
from moot.table.notices.quiet import keep_quiet, quiet_of, read_quiet
from moot.table.people import Person
from moot.table.rendering.renderer import FOLDER
from moot.table.web.allowance import HOUR
from moot.table.web.answers import Answers, is_program
from moot.table.web.filled import WrongField
from moot.table.web.guard import Buckets, address_of
from moot.table.web.sent import sent_fields

PAGE = "/me/notices"
MOST_SHOWN = 2000  # characters of a field that comes back
SENT_BY_HAND = 10  # in an hour, by one person or to one address
NOBODY_HERE = "Nobody knows you here yet. Open a table or take a seat first; then you can be told when it is your turn."
TOO_MANY = f"{SENT_BY_HAND} can be sent by hand in an hour. Wait a little."
NO_MAIL = "This server sends no e-mail. Choose another way."
WRONG_LINK = "This link is no longer good. Look at your notices in the browser in which you play."
DID = {
    "sent": "It is on its way.",
    "failed": "It did not arrive. Below it says why.",
    "asked": "A message is on its way to you. Open the link in it: notices are sent to this address only after that.",
    "added": "You will be told by it when you are awaited. Try it out with “Send me one now”.",
    "removed": "You will not be told by it any more.",
    "quiet": "Your quiet hours are kept.",
}


class NoticePages:
    """What these addresses answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._office = answers, answers.registry.office
        self._by_hand = Buckets(SENT_BY_HAND, SENT_BY_HAND / HOUR)

    @property
    def routes(self) -> list[BaseRoute]:
        """Those of a page of one's own, and those of links."""
        post = ["POST"]
        return [
            Route(PAGE, self.show),
            Route(f"{PAGE}/webhook", self.add_webhook, methods=post),
            Route(f"{PAGE}/email", self.add_email, methods=post),
            Route(f"{PAGE}/push", self.add_push, methods=post),
            Route(f"{PAGE}/quiet", self.be_quiet, methods=post),
            Route(f"{PAGE}/{{channel}}/try", self.try_out, methods=post),
            Route(f"{PAGE}/{{channel}}/on", self.switch_on, methods=post),
            Route(f"{PAGE}/{{channel}}/remove", self.remove, methods=post),
            Route("/notices/{channel}/off", self.ask_off),
            Route("/notices/{channel}/off", self.off, methods=post),
            Route("/notices/{channel}/confirm", self.ask_confirm),
            Route("/notices/{channel}/confirm", self.confirm, methods=post),
            Route("/sw.js", self.worker),
        ]

    # One's own page

    async def show(self, request: Request) -> Response:
        """All ways by which one is told, and how to add one."""
        return await self._shown(request, await self._answers.person(request))

    async def _shown(
        self, request: Request, person: Person | None, wrong: WrongField | None = None, text: str = ""
    ) -> Response:
        """The page; with a field as it was filled in, and what is wrong with it."""
        channels = await self._office.channels.of([person.id]) if person else []
        page = self._answers.page(
            "notices.html",
            wrong=wrong,
            filled={wrong.name: text} if wrong else {},
            person=person,
            said=DID.get(request.query_params.get("did", ""), ""),
            channels=channels,
            quiet=await quiet_of(self._answers.registry.store, person.id) if person else None,
            key=await self._office.pushes.public_key() if person else "",
            sends_mail=self._office.mail is not None,
            most_failures=MOST_FAILURES,
        )
        page.status_code = 400 if wrong else 200
        return page

    async def add_webhook(self, request: Request) -> Response:
        """By an address of the web."""
        person, fields = await self._must_be_known(request), await sent_fields(request)
        try:
            return await self._add(request, person, WEBHOOK, self._office.outside.check(fields.get("url", "")))
        except MessageError as error:
            return await self._again(request, person, error, "url", fields)

    async def _again(
        self, request: Request, person: Person, error: MessageError, field: str, fields: dict[str, str]
    ) -> Response:
        if is_program(request):
            raise error
        return await self._shown(request, person, WrongField(field, str(error)), fields.get(field, "")[:MOST_SHOWN])

    async def add_push(self, request: Request) -> Response:
        """By the browser that asks."""
        person = await self._must_be_known(request)
        text = (await request.body()).decode(errors="replace")
        self._office.outside.check(read_subscription(text).endpoint)
        await self._add(request, person, PUSH, text)
        return JSONResponse({"did": "added"})

    async def _add(self, request: Request, person: Person, kind: str, target: str) -> Response:
        await self._office.channels.add(person.id, kind, target, self._home(request), ON)
        self._office.absences.forget(person.id)
        return _back("added")

    async def add_email(self, request: Request) -> Response:
        """By e-mail, if whoever reads the address says yes."""
        person, fields = await self._must_be_known(request), await sent_fields(request)
        mail = self._office.mail
        if mail is None:
            raise MessageError(NO_MAIL)
        try:
            address = clean_address(fields.get("mail", ""))
        except MessageError as error:
            return await self._again(request, person, error, "mail", fields)
        self._may_send(person.id, address.lower(), address_of(request))
        channel = await self._office.channels.add(person.id, EMAIL, address, self._home(request), UNCONFIRMED)
        try:
            await mail.ask(address, await self._office.link(channel, "confirm"))
        except CarryError as error:
            await self._office.channels.remove(channel)
            raise MessageError(str(error)) from error
        return _back("asked")

    async def be_quiet(self, request: Request) -> Response:
        """At which hours one is told nothing."""
        person, fields = await self._must_be_known(request), await sent_fields(request)
        await keep_quiet(self._answers.registry.store, person.id, read_quiet(fields))
        return _back("quiet")

    async def try_out(self, request: Request) -> Response:
        """Send one now."""
        channel = await self._mine(request)
        if channel.state == UNCONFIRMED:
            raise MessageError("Confirm this address first: open the link that was sent to it.")
        self._may_send(channel.person)
        return _back("failed" if await self._office.try_out(channel) else "sent")

    async def switch_on(self, request: Request) -> Response:
        """Once more, after it was switched off because it did not work."""
        channel = await self._mine(request)
        if channel.state != UNCONFIRMED:
            await self._switch_on(channel)
        return _back("added")

    async def remove(self, request: Request) -> Response:
        """Nothing by this one any more."""
        await self._office.channels.remove(await self._mine(request))
        return _back("removed")

    # What links lead to: to look at one changes nothing, for programs look at links too

    async def ask_off(self, request: Request) -> Response:
        """A button."""
        return self._ask(await self._linked(request, "off"), "No more notices?", "Stop these notices")

    async def off(self, request: Request) -> Response:
        """One press."""
        await self._office.channels.remove(await self._linked(request, "off"))
        return self._answers.page("notices_done.html", title="No more notices", said=DID["removed"])

    async def ask_confirm(self, request: Request) -> Response:
        """A button."""
        return self._ask(await self._linked(request, "confirm"), "Be told by e-mail?", "Yes, tell me here")

    async def confirm(self, request: Request) -> Response:
        """Whoever reads this address wants to be told."""
        await self._switch_on(await self._linked(request, "confirm"))
        return self._answers.page("notices_done.html", title="You will be told", said=DID["added"])

    def _ask(self, channel: Channel, title: str, button: str) -> Response:
        return self._answers.page("notices_ask.html", channel=channel, title=title, button=button)

    async def worker(self, request: Request) -> Response:
        """What runs in a browser when something is pushed to it."""
        headers = {"cache-control": "no-cache"}
        return FileResponse(FOLDER / "static" / "sw.js", media_type="text/javascript", headers=headers)

    # Helpers

    async def _switch_on(self, channel: Channel) -> None:
        await self._office.channels.change(channel, state=ON, failures=0, error="")
        self._office.absences.forget(channel.person)

    async def _must_be_known(self, request: Request) -> Person:
        person = await self._answers.person(request)
        if person is None:
            raise HTTPException(403, NOBODY_HERE)
        return person

    async def _mine(self, request: Request) -> Channel:
        person = await self._must_be_known(request)
        channel = await self._office.channels.named(request.path_params["channel"])
        if channel is None or channel.person != person.id:
            raise HTTPException(404, WRONG_LINK)
        return channel

    async def _linked(self, request: Request, what: str) -> Channel:
        channel = await self._office.channels.named(request.path_params["channel"])
        if channel is None or not await self._office.opens(channel, what, request.query_params.get("key", "")):
            raise HTTPException(404, WRONG_LINK)
        return channel

    def _may_send(self, *whom: str) -> None:
        if self._answers.registry.settings.limits and not all(map(self._by_hand.take, whom)):
            raise HTTPException(429, TOO_MANY)

    def _home(self, request: Request) -> str:
        """Where links begin: as whoever runs the server says, or as this person has come."""
        return self._answers.registry.settings.address.rstrip("/") or str(request.base_url).rstrip("/")


def _back(did: str) -> Response:
    return RedirectResponse(f"{PAGE}?did={did}", 303)
