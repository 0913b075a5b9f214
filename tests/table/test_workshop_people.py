"""Who sits where in a workshop: a held seat needs its own link, and whoever comes by the common one takes nobody's hand."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from moot.table.workshops.placing import CLOSED, SENT_AWAY
from tests.table.desk import Desk, opened, where
from tests.table.house import Browser, House


def come(desk: Desk, name: str, browser: Browser | None = None) -> tuple[Browser, httpx.Response]:
    """Somebody opens the common link and says a name."""
    browser = browser or desk.house.browser()
    return browser, browser.post(f"/workshops/{desk.id}/join", name=name)


# The common link


def test_nobody_comes_onto_a_held_seat_by_the_common_link(desk: Desk) -> None:
    """Four seats, five people on the list; six others come."""
    held = [set(chair.sitters) for live in desk.live_tables for chair in live.chairs]
    for number in range(6):
        browser, answer = come(desk, f"New {number}")
        assert answer.headers["location"] == f"/workshops/{desk.id}/join"
        page = browser.page(f"/workshops/{desk.id}/join")
        assert "All seats are taken" in page
        assert "Watch meanwhile" not in page
        for live in desk.live_tables:
            assert browser.get(f"/tables/{live.info.id}").status_code == 403
    assert [set(chair.sitters) for live in desk.live_tables for chair in live.chairs] == held
    assert [live.names for live in desk.live_tables] == [["Ada & Eve", "Cy"], ["Bo", "Dee"]]


def test_who_waits_may_watch_if_the_facilitator_allows_it(desk: Desk) -> None:
    lou, _ = come(desk, "Lou")
    table = desk.live_tables[0].info.id
    desk.do("allow", may_look=1)
    assert "Watch meanwhile" in lou.page(f"/workshops/{desk.id}/join")
    assert "Your table" not in lou.page(f"/workshops/{desk.id}")
    assert "You are watching" in lou.page(f"/tables/{table}")
    with lou.at(table) as line:
        desk.do("allow", may_look=0)
        line.until_closed()
    assert lou.get(f"/tables/{table}").status_code == 403


def test_who_waits_is_given_a_seat_and_their_page_goes_there(desk: Desk) -> None:
    lou, _ = come(desk, "Lou")
    assert "waits for one" in desk.page()
    assert desk.browser.get(desk.at, accept="application/json").json()["guests"][5] == {
        "guest": 5,
        "name": "Lou",
        "place": None,
        "seat": -1,
    }
    desk.do("move", guest=5, to="2.1")
    address = f"/tables/{desk.live_tables[1].info.id}?seat=1"
    asked = lou.get(f"/workshops/{desk.id}/join", **{"hx-request": "true"})
    assert asked.headers["hx-redirect"] == address
    assert lou.get(f"/workshops/{desk.id}/join").headers["location"] == address


def test_who_waits_takes_a_seat_that_has_become_free(desk: Desk) -> None:
    lou, _ = come(desk, "Lou")
    desk.do("remove", guest=2)
    _, answer = come(desk, "Lou", lou)
    assert where(answer) == (desk.live_tables[0].info.id, 1)


def test_what_the_facilitator_gave_to_a_bot_is_not_given_to_latecomers(house: House) -> None:
    desk = opened(house, names="Ada", tables=1)
    desk.do("hand", table=1, seat=1, to="random")
    _, answer = come(desk, "Lou")
    assert answer.headers["location"].endswith("/join")


def test_a_bot_that_plays_because_nobody_came_makes_room(house: House) -> None:
    desk = opened(house, names="Ada", tables=1, rest="random")
    _, answer = come(desk, "Lou")
    assert where(answer) == (desk.live_tables[0].info.id, 1)
    assert desk.live_tables[0].chairs[1].kind == "person"


def test_latecomers_with_the_same_name_are_told_apart(house: House) -> None:
    desk = opened(house, names="Ada", tables=1, option_seats=3)
    for _ in range(2):
        come(desk, "Ada")
    assert desk.live_tables[0].names == ["Ada", "Ada 2", "Ada 3"]


def test_the_common_link_can_be_closed_and_opened_again(house: House) -> None:
    desk = opened(house, names="")
    desk.do("close_link")
    lou, answer = come(desk, "Lou")
    assert (answer.status_code, CLOSED in answer.text) == (400, True)
    assert "This link is closed" in lou.page(f"/workshops/{desk.id}/join")
    assert "Whoever comes late" not in desk.page("/links")
    assert "link for latecomers is closed" in desk.page()
    desk.do("open_link")
    assert where(come(desk, "Lou", lou)[1])


# Taking somebody out


def test_whoever_is_removed_sees_nothing_more(desk: Desk) -> None:
    cy, table, seat = desk.seat("Cy")
    link = desk.links["Cy"]
    with cy.at(table, seat) as line:
        desk.do("remove", guest=2)
        while (message := line.hear())["type"] != "moved":
            pass
        assert message["to"] == f"/workshops/{desk.id}/join"
    assert "You take part no more" in cy.page(message["to"])
    assert cy.get(f"/tables/{table}").status_code == 403
    assert cy.get(link).status_code == 404
    assert cy.post(link).status_code == 404
    assert desk.live_tables[0].chairs[1].kind == "open"
    assert (SENT_AWAY in come(desk, "Cy", cy)[1].text, "Cy" in desk.links) == (True, False)


def test_the_others_on_a_seat_stay(desk: Desk) -> None:
    ada, *_ = desk.seat("Ada")
    eve, table, seat = desk.seat("Eve")
    desk.do("remove", guest=0)
    assert desk.live_tables[0].names[0] == "Eve"
    assert ada.get(f"/tables/{table}").status_code == 403
    with eve.at(table, seat) as line:
        assert line.play()["type"] == "done"


def test_a_seat_of_somebody_removed_is_a_bots_where_the_others_are(house: House) -> None:
    desk = opened(house, rest="random")
    desk.do("remove", guest=2)
    assert desk.live_tables[0].chairs[1].kind == "random"
    assert "no guest 2" in desk.refused("remove", guest=2)


def test_a_link_of_somebody_removed_is_never_anothers(desk: Desk) -> None:
    old = desk.links["Eve"]
    desk.do("remove", guest=4)
    come(desk, "Lou")
    desk.do("link", guest=5)
    assert desk.links["Lou"] != old
    assert desk.house.browser().get(old).status_code == 404


def test_who_was_removed_stays_so_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house, option_seats=3)
        cy, *_ = desk.seat("Cy")
        desk.do("remove", guest=2)
        desk.do("close_link")
        secret = cy.secret
    with House(tmp_path) as house:
        again = Desk(house, house.browser(), desk.id, desk.key)
        cy = house.browser(secret)
        assert SENT_AWAY in come(again, "Cy", cy)[1].text
        assert CLOSED in come(again, "Lou")[1].text
        again.do("open_link")
        assert where(come(again, "Cy", cy)[1])


# Swapping


def test_two_people_change_places_in_one_act(desk: Desk) -> None:
    cy, here, seat = desk.seat("Cy")
    dee, there, other = desk.seat("Dee")
    with cy.at(here, seat) as one, dee.at(there, other) as two:
        desk.do("swap", **{"guest": 2, "with": 3})
        for line, to in ((one, f"/tables/{there}?seat={other}"), (two, f"/tables/{here}?seat={seat}")):
            while (message := line.hear())["type"] != "moved":
                pass
            assert message["to"] == to
    assert [live.names for live in desk.live_tables] == [["Ada & Eve", "Dee"], ["Bo", "Cy"]]
    assert cy.get(f"/tables/{here}").status_code == 403
    with cy.at(there, other), dee.at(here, seat):
        pass
    assert "same place" in desk.refused("swap", **{"guest": 0, "with": 4})
    assert "no guest 77" in desk.refused("swap", **{"guest": 0, "with": 77})


def test_somebody_who_waits_may_be_swapped_in(desk: Desk) -> None:
    lou, _ = come(desk, "Lou")
    cy, table, _ = desk.seat("Cy")
    desk.do("swap", **{"guest": 5, "with": 2})
    assert desk.live_tables[0].names[1] == "Lou"
    assert lou.get(f"/workshops/{desk.id}/join").headers["location"] == f"/tables/{table}?seat=1"
    assert "All seats are taken" in cy.page(f"/workshops/{desk.id}/join")


# Seats of bots


@pytest.mark.parametrize("to", ["open", "random"])
def test_a_player_of_a_workshop_hands_out_no_seat(house: House, to: str) -> None:
    desk = opened(house, names="Ada", tables=1)
    ada, table, seat = desk.seat("Ada")
    desk.do("hand", table=1, seat=1, to="greedy")
    with ada.at(table, seat) as line:
        answer = line.send(do="hand", seat=1, to=to)
        assert "its facilitator gives seats to bots" in answer["error"]
    assert desk.live_tables[0].chairs[1].kind == "greedy"


def test_everyone_is_told_when_a_person_takes_a_bots_seat(house: House) -> None:
    desk = opened(house, names="Ada", tables=1, rest="random")
    ada, table, seat = desk.seat("Ada")
    told = "Lou takes the seat of Birch, which a random bot has played so far."
    with ada.at(table, seat) as line, ada.at(table, seat, page=True) as page:
        come(desk, "Lou")
        line.settle()
        page.settle()
        assert [(said["sender"], said["text"]) for said in line.state["chat"]] == [("The table", told)]
        assert told in "".join(page.heard)


def test_at_any_table_a_bots_seat_is_taken_before_all_eyes_and_not_by_who_sits(ada: Browser, bo: Browser) -> None:
    table = ada.open("polycrisis", name="Ada", option_seats=3, seat_0="me", seat_1="random", seat_2="random")
    for seat in (1, 2):
        refused = ada.post(f"/tables/{table}/join", seat=seat, name="Ada")
        assert (refused.status_code, "You sit at this table already" in refused.text) == (400, True)
    with ada.at(table, 0) as line:
        bo.join(table, 1, "Bo")
        line.settle()
        assert "Bo takes the seat of Birch" in line.state["chat"][0]["text"]
        assert line.send(do="hand", seat=2, to="open")["type"] == "done"
    assert bo.post(f"/tables/{table}/join", seat=2, name="Bo").status_code == 400


# What was said on a seat before


def test_the_next_holder_of_a_seat_does_not_read_what_was_said_to_it(ada: Browser, bo: Browser) -> None:
    table = ada.open("polycrisis", name="Ada", option_seats=2, seat_0="me", seat_1="open")
    bo.join(table, 1, "Bo")
    with ada.at(table, 0) as line, bo.at(table, 1) as other:
        line.send(do="chat", text="for Bo alone", to=1)
        line.send(do="chat", text="for all")
        other.send(do="chat", text="from Bo alone", to=0)
    bo.post(f"/tables/{table}/leave", seat=1)
    cy = ada.house.browser()
    cy.join(table, 1, "Cy")
    with cy.at(table, 1) as line:
        assert [said["text"] for said in line.state["chat"]] == ["for all"]
    page = cy.page(f"/tables/{table}?seat=1")
    assert "for all" in page
    assert "Bo alone" not in page
    with ada.at(table, 0) as line:
        assert len(line.state["chat"]) == 3


def test_a_guest_who_is_moved_reads_only_what_was_said_to_them(desk: Desk) -> None:
    ada, table, _ = desk.seat("Ada")
    cy, _, seat = desk.seat("Cy")
    with ada.at(table, 0) as line:
        line.send(do="chat", text="to Cy", to=1)
    desk.do("say", whom="1.1", text="the facilitator to Cy")
    dee, *_ = desk.seat("Dee")
    desk.do("swap", **{"guest": 2, "with": 3})
    with dee.at(table, seat) as line:
        assert line.state["chat"] == []
    desk.do("swap", **{"guest": 2, "with": 3})
    assert "to Cy" in cy.page(f"/tables/{table}?seat={seat}")
    eve, *_ = desk.seat("Eve")
    with eve.at(table, 0) as line:
        assert [said["text"] for said in line.state["chat"]] == ["to Cy"]  # Eve was on Ada's seat all the time


def test_another_browser_of_the_same_guest_reads_on(desk: Desk) -> None:
    desk.do("say", whom="1.1", text="Welcome, Cy")
    for _ in range(2):
        cy, table, seat = desk.seat("Cy")
        with cy.at(table, seat) as line:
            assert [said["text"] for said in line.state["chat"]] == ["Welcome, Cy"]
