"""One server and one Chromium for a file of tests; a person of their own for whoever asks."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.chromium import Chromium
from tests.browser.people import Person
from tests.browser.server import Server

Invite = Callable[..., Person]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What everybody saw when a test failed."""
    report = yield
    people: list[Person] = getattr(item, "people", [])
    if report.when == "call" and report.failed:
        for one in people:
            report.sections.append(("On the page", one.describe()))
    return report


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        browser = Chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_number: int
) -> Iterator[Server]:
    """A file may say FORCED: then the only answer to a question is given by itself, as people have it."""
    forced = getattr(request.module, "FORCED", False)
    first_port = 8300 + 400 * (os.getpid() % 60)  # several people may test on one machine
    server = Server(tmp_path_factory.mktemp("tables"), first_port=first_port + 40 * worker_number, forced=forced)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def worker_number(request: pytest.FixtureRequest) -> int:
    """Which of several test runs at the same time this is."""
    told: dict[str, Any] = getattr(request.config, "workerinput", {})
    return int(str(told.get("workerid", "gw0")).removeprefix("gw"))


@pytest.fixture
def person(request: pytest.FixtureRequest, chromium: Chromium, server: Server) -> Iterator[Invite]:
    """Makes people; when they go home nothing may have gone wrong in their browsers."""
    people: list[Person] = []
    request.node.people = people

    def invite(**ways: Any) -> Person:
        people.append(Person(chromium.browser, server.url, **ways))
        return people[-1]

    yield invite
    for one in people:
        with chromium.closing():
            one.close()
