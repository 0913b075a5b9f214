"""Lessons in the browser: where one begins."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from moot.lessons import Lesson, lesson_of
from moot.table.web.answers import Answers
from moot.table.web.sent import sent_fields


class LessonPages:
    """What the addresses of lessons answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._registry = answers, answers.registry

    @property
    def routes(self) -> list[BaseRoute]:
        """Which address leads where."""
        return [
            Route("/learn/{game}", self.offer, methods=["GET"]),
            Route("/learn/{game}", self.begin, methods=["POST"]),
        ]

    async def offer(self, request: Request) -> Response:
        """What the lesson is about."""
        person, lesson = await self._answers.person(request), self._lesson(request)
        game = self._answers.game(request.path_params["game"])
        learned = await self._registry.people.lessons_of(person.id) if person else set()
        return self._answers.page("learn.html", game=game, lesson=lesson, learned=learned)

    async def begin(self, request: Request) -> Response:
        """A table for the lesson."""
        fields, lesson = await sent_fields(request), self._lesson(request)
        game = self._answers.game(request.path_params["game"])
        self._registry.allowance.open_tables(request)
        person, secret = await self._answers.someone(request, fields.get("name", ""))
        live = await self._registry.openings.new_lesson(game, lesson, person)
        return self._answers.go(request, f"/tables/{live.id}", secret, {"table": live.id, "seat": lesson.seat})

    def _lesson(self, request: Request) -> Lesson:
        lesson = lesson_of(self._answers.game(request.path_params["game"]))
        if lesson is None:
            raise HTTPException(404, "This game has no lesson. Its rulebook is in the lobby.")
        return lesson
