"""A form that cannot be taken comes back as it was filled in, and says at its field what is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.table.house import Browser, House

WEEKEND = {"weekday.5": "1", "weekday.6": "1"}
FILLED: dict[str, Any] = {
    "game": "polycrisis",
    "preset": "three_chips",
    "option_seats": "3",
    "seat.0": "open",
    "seat.1": "me",
    "seat.2": "random",
    "option.turns": "5",
    "idle": "86400",
    "from": "9",
    "to": "17",
    "zone": "Europe/Berlin",
    **WEEKEND,
    "votes": "1",
    "stands": "1",
    "public": "1",
    "name": "Zoë",
}


def chosen(page: str) -> dict[str, str]:
    """What a form says, as a browser would send it again."""
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", page[page.index('id="new-table"') :]):
        name, value = (re.search(rf'\b{of}="([^"]*)"', tag) for of in ("name", "value"))
        if name and value and (not re.search('type="(radio|checkbox)"', tag) or " checked" in tag):
            fields[name[1]] = value[1]
    for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        picked = re.findall(r"<option[^>]*selected[^>]*>", options) or re.findall(r"<option[^>]*>", options)
        fields[name] = re.search(r'value="([^"]*)"', picked[0])[1] if picked else ""  # type: ignore[index]
    return fields


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "Facilitator", "Choose another name"),
        ("zone", "Mars/Base", "There is no time zone"),
        ("from", "20", "The hours that count begin before they end"),
        ("option.turns", "999", "turns may be"),
        ("option.seats", "77", "seats may be"),
        ("idle", "12345", "idle is a number of seconds"),
        ("seat.2", "clever", "A seat is for"),
        ("preset", "impossible", "has no preset"),
    ],
)
def test_what_was_filled_in_stays_and_the_field_says_what_is_wrong(
    house: House, field: str, value: str, said: str
) -> None:
    browser = house.browser()
    answer = browser.post("/tables", **{**FILLED, field.replace("option.seats", "option_seats"): value})
    assert answer.status_code == 400
    assert "The table could not be opened yet." in answer.text
    (wrong,) = re.findall(r'<p class="error" id="wrong">(.*?)</p>', answer.text)
    assert said in wrong
    again = chosen(answer.text)
    expected = {name.replace("option_", "option."): value for name, value in FILLED.items()}
    refused = {"option.seats": ("option.seats", "seat.2")}.get(field, (field,))
    assert {name: again.get(name) for name in expected if name not in refused} == {
        name: text for name, text in expected.items() if name not in refused
    }


def test_time_counts_on_one_weekday_at_least(house: House) -> None:
    unticked = {name: value for name, value in FILLED.items() if name not in WEEKEND} | {"weekdays": "ticked"}
    answer = house.browser().post("/tables", **unticked)
    assert answer.status_code == 400
    (wrong,) = re.findall(r'<p class="error" id="wrong">(.*?)</p>', answer.text)
    assert wrong == "Tick the weekdays on which time counts: one at least."


def test_what_cannot_be_is_still_in_its_field(house: House) -> None:
    answer = house.browser().post("/tables", **{**FILLED, "option_seats": "77"})
    assert chosen(answer.text)["option.seats"] == "77"


def test_a_form_that_came_back_can_be_sent_again(house: House) -> None:
    browser = house.browser()
    again = chosen(browser.post("/tables", **{**FILLED, "name": "Facilitator"}).text)
    answer = browser.post("/tables", **{**again, "name": "Zoë"})
    assert answer.status_code == 303
    live = house.live(answer.headers["location"].removeprefix("/tables/"))
    assert [chair.kind for chair in live.chairs] == ["open", "person", "random"]
    assert (live.info.options["turns"], live.info.votes, live.info.public) == (5, True, True)


def test_a_program_is_told_in_one_sentence(ada: Browser) -> None:
    answer = ada.client.post(
        "/tables", json={"game": "polycrisis", "idle": "x"}, headers={"accept": "application/json"}
    )
    assert answer.status_code == 400
    assert "idle is a number" in answer.json()["error"]


@pytest.mark.parametrize(
    ("address", "field", "text", "said"),
    [
        ("/before", "words", "one two three", "There are 6 words to write down; here are 3."),
        ("/me/notices/webhook", "url", "http://example.org/hook", "begins with https://"),
    ],
)
def test_other_forms_come_back_too(ada: Browser, address: str, field: str, text: str, said: str) -> None:
    ada.open()
    answer = ada.post(address, **{field: text})
    assert answer.status_code == 400
    assert f'value="{text}"' in answer.text
    (wrong,) = re.findall(r'<p class="error" id="wrong">(.*?)</p>', answer.text)
    assert said in wrong


def test_whoever_is_refused_elsewhere_is_led_back(ada: Browser) -> None:
    ada.open()
    refused = ada.post("/me/name", name="Facilitator")
    assert refused.status_code == 400
    assert "data-back" in refused.text
    assert "data-back" not in ada.get("/nothing-here").text
