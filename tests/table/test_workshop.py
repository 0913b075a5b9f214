"""A workshop from outside: a facilitator with several tables, guests by their links, and what nobody else may see."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from moot.games import load
from moot.table.live.table import LiveTable
from moot.table.workshops import facilitator
from moot.table.workshops.convening import drawn, placed, read_names
from moot.table.workshops.entries import Guest
from moot.table.workshops.workshop import called
from tests.table.desk import SOLIDARITY, Desk, opened, where
from tests.table.house import Browser, House
from tests.table.test_servers import until

# Opening


def test_names_are_dealt_out_evenly_and_may_share_seats(desk: Desk) -> None:
    assert [live.names for live in desk.live_tables] == [["Ada & Eve", "Cy"], ["Bo", "Dee"]]


def test_people_seats_and_tables_differ_by_one_at_most() -> None:
    places = placed(23, 4, 3)
    seats = [places.count((table, seat)) for table in range(4) for seat in range(3)]
    assert max(seats) - min(seats) <= 1
    assert {sum(table == one for one, _ in places) for table in range(4)} == {5, 6}


def test_a_shared_seat_is_called_by_its_people() -> None:
    guests = [Guest(number, name, "", 0) for number, name in enumerate(("Ada", "Bo", "A very long name indeed"))]
    assert [called(guests[:1]), called(guests[:2]), called(guests)] == ["Ada", "Ada & Bo", "Ada +2"]
    assert called([guests[0], guests[2]]) == "Ada +1"


def test_the_number_of_tables_follows_from_the_list(house: House) -> None:
    assert len(opened(house, tables="").live_tables) == 3


def test_the_other_seats_are_for_bots_if_wanted(house: House) -> None:
    live_tables = opened(house, names="Ada", rest="random").live_tables
    assert [[chair.kind for chair in live.chairs] for live in live_tables] == [
        ["person", "random"],
        ["random", "random"],
    ]


def test_long_and_equal_names_do_not_hold_up_the_list(house: House) -> None:
    long = "Maximiliana Theodora von Hohenfels"
    desk = opened(house, names=f"Mia\n{long}\n\u200b\nmia\n{long}\nMia", tables=3)
    assert sorted(name for live in desk.live_tables for name in live.names if not name.startswith("Seat")) == [
        "Maximiliana Theodora v 2",
        "Maximiliana Theodora vo…",
        "Mia",
        "Mia 3",
        "mia 2",
    ]
    page = desk.page()
    assert "5 names of the list" in page
    assert f"“{long}” in line 2 is called “Maximiliana Theodora vo…”." in page
    assert "Line 3 of the list was left out" in page
    assert len(desk.links) == 6  # and the common one


def test_names_that_are_the_same_are_told_apart(house: House) -> None:
    assert {name for live in opened(house, names="Mia\nMia").live_tables for name in live.names} >= {"Mia", "Mia 2"}


@pytest.mark.parametrize("list_", [["Mia"] * 500, [f"{'Mia' * 7}{n % 250:03}" for n in range(500)]])
def test_a_class_list_is_read_in_as_many_steps_as_it_has_lines(list_: list[str]) -> None:
    names, said = read_names("\n".join(list_))
    assert len({name.casefold() for name in names}) == 500
    assert max(map(len, names)) <= 24
    assert len(said) == 500 - len(set(list_))
    steps = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    read_names("\n".join(list_))
    sys.setprofile(None)
    assert steps < 500 * 600  # a few hundred calls for each name


def test_a_longer_list_is_refused_before_it_is_read(house: House) -> None:
    answer = house.browser().post("/workshops", game="polycrisis", names="Mia\n" * 4_000)
    assert (answer.status_code, "A class list has at most 500 lines, not 4000." in answer.text) == (400, True)


def test_an_option_differs_by_table_by_hand_or_by_lot(house: House) -> None:
    live_tables = opened(house, "solidarity", **{**SOLIDARITY, "tables": 3, "vary.3": ""}).live_tables
    assert [live.info.options["objective"] for live in live_tables[:2]] == [0, 1]
    option = load("solidarity").options["objective"]
    for seed in range(9):
        lot = drawn(option, [None] * 4 + [0], Random(seed))
        assert sorted(lot[:4]) == [0, 0, 1, 1]
        assert lot[4] == 0


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"tables": "99"}, "1 to 30 tables"),
        ({"tables": "1", "names": "\n".join(map(str, range(17)))}, "Take more tables"),
        ({"tables": "", "names": "\n".join(map(str, range(99)))}, "Say how many tables"),
        ({"option_seats": "77"}, "seats may be"),
        ({"rest": "clever"}, "The other seats"),
        ({"vary": "seats"}, "cannot differ by table"),
        ({"vary": "talk", "vary.1": "perhaps"}, "talk may be"),
        ({"idle": "-4"}, "idle is a number"),
    ],
)
def test_what_cannot_be_opened_is_said_and_nothing_is_lost(ada: Browser, fields: dict[str, Any], said: str) -> None:
    answer = ada.post(
        "/workshops", game="polycrisis", **{"names": "Ada\nBo & Co", "tables": 2, "option_seats": 2, **fields}
    )
    assert answer.status_code == 400
    assert said in answer.text
    assert (fields.get("names") or "Bo &amp; Co") in answer.text


def test_every_game_has_a_form_with_all_its_options(house: House, ada: Browser) -> None:
    assert "/workshops/new/polycrisis" in ada.page("/workshops/new")
    for name, game in house.settings.games.items():
        page = ada.page(f"/workshops/new/{name}?vary=seats&tables=3")
        assert all(f'name="option.{option}"' in page for option in game.options)
        for option in game.options:
            if option != "seats":
                assert ada.page(f"/workshops/new/{name}?vary={option}&tables=3").count('name="vary.') == 3
        assert f"/workshops/new/{name}" in ada.page("/")


# Links


def test_a_personal_link_leads_to_ones_own_seat(desk: Desk) -> None:
    link = desk.links["Cy"]
    cy = desk.house.browser()
    assert "Welcome, Cy" in cy.page(link)
    table, seat = where(cy.post(link))
    assert (table, seat) == (desk.live_tables[0].info.id, 1)
    with cy.at(table, seat) as line:
        assert line.state["seats"][1] == {"name": "Cy", "kind": "person"}
    assert where(cy.get(link)) == (table, seat)


def test_two_people_share_a_seat_and_both_may_answer(desk: Desk) -> None:
    (ada, table, seat), (eve, *same) = desk.seat("Ada"), desk.seat("Eve")
    assert same == [table, seat]
    with ada.at(table, seat) as one, eve.at(table, seat) as other:
        assert one.play()["type"] == "done"
        other.settle()
        assert other.state["answer"] == 1
        if other.state["moves"]:
            assert other.play()["type"] == "done"


def test_a_link_used_in_another_browser_moves_there(desk: Desk) -> None:
    first, table, seat = desk.seat("Cy")
    with first.at(table, seat) as line:
        desk.seat("Cy")
        line.until_closed()
    assert first.get(f"/tables/{table}").status_code == 403


def test_latecomers_are_put_where_the_fewest_are(house: House) -> None:
    desk = opened(house, option_seats=3)
    late = house.browser()
    assert "Take part" in late.page(f"/workshops/{desk.id}/join")
    seat = where(late.post(f"/workshops/{desk.id}/join", name="Late"))
    assert seat == (desk.live_tables[1].info.id, 2)
    again = where(late.post(f"/workshops/{desk.id}/join", name="Another"))
    assert again == seat
    assert "Late" in desk.page()


def test_latecomers_take_open_seats_before_those_of_bots(house: House) -> None:
    desk = opened(house, names="")
    desk.do("hand", table=1, seat=0, to="greedy")
    late = house.browser()
    assert where(late.post(f"/workshops/{desk.id}/join", name="Lou")) == (desk.live_tables[0].info.id, 1)
    assert desk.live_tables[0].names[1] == "Lou"


def test_whoever_came_without_a_link_can_be_given_one(house: House) -> None:
    desk = opened(house, option_seats=3)
    house.browser().post(f"/workshops/{desk.id}/join", name="Lou")
    assert "Lou" not in desk.links
    desk.do("link", guest=5)
    assert desk.seat("Lou")[1:] == (desk.live_tables[1].info.id, 2)


def test_the_sheet_has_a_code_for_everyone(desk: Desk) -> None:
    page = desk.page("/links")
    assert page.count('<li class="slip') == 6
    assert page.count("<svg") >= 6


# Who may see what


def test_nobody_else_can_use_the_facilitators_addresses(desk: Desk) -> None:
    guest, *_ = desk.seat("Ada")
    wrong = desk.key[:-1] + ("x" if desk.key[-1] != "x" else "y")
    for page in ("", "/links", "/debriefing", "/export.zip"):
        assert guest.get(f"/workshops/{desk.id}/{wrong}{page}").status_code == 404
    assert guest.post(f"/workshops/{desk.id}/{wrong}/do", do="reveal").status_code == 404
    with pytest.raises(WebSocketDisconnect), guest.client.websocket_connect(f"/workshops/{desk.id}/{wrong}/socket"):
        pass


def test_secrets_are_on_disk_as_hashes_only(desk: Desk) -> None:
    links = desk.links
    disk = b"".join(file.read_bytes() for file in desk.house.settings.data.iterdir() if file.is_file())
    assert desk.key.encode() not in disk
    for link in links.values():
        if link.startswith("/join/"):
            assert link.removeprefix("/join/").encode() not in disk


def test_nothing_of_the_facilitator_or_of_other_tables_is_sent_to_players(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, seat = desk.seat("Ada")
    links, other = desk.links, desk.live_tables[1]
    others = [desk.key, other.info.id, *(link.removeprefix("/join/") for name, link in links.items() if name != "Ada")]
    addresses = [f"/tables/{table}", f"/tables/{table}?watch", f"/tables/{table}/invite", "/", "/tables"]
    addresses += [f"/games/solidarity/rulebook?table={table}", f"/workshops/{desk.id}/join", links["Ada"]]
    sent = [ada.get(address).text for address in addresses]
    for page in (False, True):
        with ada.at(table, seat, page=page) as line:
            desk.do("say", whom="2", text="Only for the second table")
            desk.do("pause")
            desk.do("go_on")
            line.settle()
            sent += line.heard
    secret = [one for one in others if not one.startswith("/workshops")]
    for text in sent:
        assert not any(one in text for one in secret)
        assert "Only for the second table" not in text
        assert "Dee" not in text
    assert {"referrer-policy": "strict-origin"}.items() <= dict(ada.get(desk.at).headers).items()


def test_what_varies_is_not_sent_before_it_is_revealed(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, seat = desk.seat("Ada")
    clause = desk.live_tables[0].info.game.afterwards
    assert clause
    with ada.at(table, seat) as line, ada.at(table, seat, page=True) as page:
        assert "objective" not in line.state["options"]
        assert "objective" not in line.state["view"]
        assert "vary" not in ada.page(f"/tables/{table}")
        assert "Revealed" not in "".join(page.heard)
        desk.do("reveal")
        line.settle()
        page.settle()
        assert line.state["options"]["objective"] == "greed"
        assert line.state["afterwards"] == clause
        assert "Table 2: solidarity" in page.heard[-2] + page.heard[-1]
    assert "Revealed to all tables" in ada.page(f"/tables/{table}")


def test_tables_of_a_workshop_are_for_those_who_sit_there(desk: Desk, bo: Browser) -> None:
    ada, table, _ = desk.seat("Ada")
    other = desk.live_tables[1].info.id
    for who, which in ((bo, table), (bo, other), (ada, other)):
        for address in ("", "?watch", "/invite", "/replay", "/moment", "/then?line=0", "/game.json"):
            assert who.get(f"/tables/{which}{address}").status_code == 403
        assert who.post(f"/tables/{which}/join", seat=0, name="Mallory").status_code == 403
        with pytest.raises(WebSocketDisconnect), who.at(which):
            pass
    assert ada.post(f"/tables/{table}/join", seat=1, name="Ada").status_code == 400
    assert ada.post(f"/tables/{table}/leave", seat=0).status_code == 400
    assert ada.get(f"/workshops/{desk.id}").status_code == 403


def test_guests_may_watch_the_other_tables_if_allowed(desk: Desk, bo: Browser) -> None:
    ada, _, _ = desk.seat("Ada")
    other = desk.live_tables[1].info.id
    desk.do("allow", may_look=1)
    assert "You are watching" in ada.page(f"/tables/{other}")
    assert other in ada.page(f"/workshops/{desk.id}")
    with ada.at(other) as line:
        assert line.state["seat"] == -1
    assert bo.get(f"/tables/{other}").status_code == 403
    desk.do("allow", may_look=0)
    assert ada.get(f"/tables/{other}").status_code == 403


# The facilitator's view


def test_every_table_is_seen_live_with_everything_on_it(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    page = desk.page("?table=1")
    assert "Table 1, everything open" in page
    assert page.count('<details class="held-by"') == 2
    with ada.at(table, seat) as line, desk.browser.client.websocket_connect(f"{desk.at}/socket?table=1") as socket:
        first = socket.receive_json()
        assert set(first["pieces"]) == {
            "card-1",
            "card-2",
            "board",
            "hands",
            "workshop-bar",
            "end-which",
            "remove-whom",
            "people",
        }
        assert line.send(do="chat", text="Only to you", to=1)["type"] == "done"
        assert "Only to you" in _hear(socket, "chat")
        assert line.play()["type"] == "done"
        assert "card-1" in _hear(socket, "pieces")


def _hear(socket: Any, what: str) -> str:
    """The next message that has something of a kind."""
    while not (message := socket.receive_json())[what]:
        pass
    return str(message[what])


def test_programs_are_told_the_same(desk: Desk) -> None:
    told = desk.browser.get(desk.at, accept="application/json").json()
    assert [table["place"] for table in told["tables"]] == [1, 2]
    assert told["tables"][0]["options"]["seats"] == 2


# What the facilitator does


def test_the_facilitator_speaks_to_all_to_a_table_and_to_a_seat(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line, ada.at(table, seat, page=True) as page:
        for whom, text in (
            ("", "to all"),
            ("1", "to one"),
            ("1.0", "to you"),
            ("1.1", "not to you"),
            ("2", "elsewhere"),
        ):
            desk.do("say", whom=whom, text=text)
        line.settle()
        page.settle()
        assert [said["text"] for said in line.state["chat"]] == ["to all", "to one", "to you"]
        assert {said["sender"] for said in line.state["chat"]} == {"Facilitator"}
        assert "Facilitator" in "".join(page.heard)
    assert "Facilitator" in ada.page(f"/tables/{table}")
    assert "1 to 500 characters" in desk.refused("say", text=" ")
    assert "one of its seats" in desk.refused("say", text="hello", whom="1.7")


def test_while_paused_nothing_moves_and_clocks_stand_still(house: House) -> None:
    desk = opened(house, idle=60)
    ada, table, seat = desk.seat("Ada")
    live = desk.live_tables[0]
    desk.do("extend", table=1, seconds=100)
    with ada.at(table, seat) as line:
        desk.do("pause", table=1)
        assert "paused" in line.play()["error"]
        assert line.state["paused"] is True
        house.clock.now += 500
        assert "The game is paused" in ada.page(f"/tables/{table}")
        assert not live.chairs[0].stand_in
        desk.do("go_on", table=1)
        assert line.play()["type"] == "done"
    assert not desk.live_tables[1].paused
    assert live.due == house.clock.now + 100


def test_bots_stop_while_paused(house: House) -> None:
    desk = opened(house, names="Ada", tables=1, rest="greedy")
    desk.do("pause")
    ada, table, seat = desk.seat("Ada")
    live = desk.live_tables[0]
    moves = len(live.sitting.history)
    with ada.at(table, seat) as line:
        desk.do("hand", table=1, seat=0, to="greedy")
        line.settle()
        assert len(live.sitting.history) == moves
        assert "A bot plays this seat" in ada.page(f"/tables/{table}")
        desk.do("go_on")
        line.until(lambda _: len(live.sitting.history) > moves)


def test_when_the_time_of_a_phase_is_over_bots_play_until_the_next(house: House) -> None:
    desk = opened(house, "solidarity", **{**SOLIDARITY, "names": "Ada", "tables": 1})
    ada, table, seat = desk.seat("Ada")
    live = desk.live_tables[0]
    desk.do("clock", **{"time.Orders": 180, "time.": 300})
    assert live.due == house.clock.now + 180
    with ada.at(table, seat) as line:
        assert f'data-deadline="{live.due}"' in ada.page(f"/tables/{table}")
        desk.do("extend", seconds=30)
        assert live.due == house.clock.now + 210
        house.clock.now += 209
        house.do(_stir, live)
        line.settle()
        assert not live.sitting.history
        house.clock.now += 1
        house.do(_stir, live)
        line.until(lambda state: live.due > house.clock.now)
        assert live.due - house.clock.now in (
            180,
            300,
        )  # the next phase may be orders again: there may be nothing to trade
        line.settle()
        assert live.answers[0] > 0
        assert not live.chairs[0].stand_in


async def _stir(live: LiveTable) -> None:
    live.publish()


async def _is_busy_when_stirred(house: House, live: LiveTable) -> bool:
    """At once, before anything else can happen."""
    live.publish()
    return house.registry.runner.is_busy(live)


@pytest.mark.parametrize("before", [1, 2, 3])
def test_time_that_runs_out_between_two_looks_at_the_clock_is_not_missed(house: House, before: int) -> None:
    """Some looks come just before the end of a phase and the next after it: somebody is still there to play, or to wake up."""
    desk = opened(house, "solidarity", **SOLIDARITY)
    desk.do("clock", **{"time.Orders": 10})
    live = desk.live_tables[0]
    house.do(until, lambda: house.registry.leases.holds(live.id))
    due = live.due
    looks = iter([due - 0.001] * before)
    live.clock = lambda: next(looks, due + 0.001)
    assert house.do(_is_busy_when_stirred, house, live)
    live.clock = house.clock


def test_a_clock_that_only_shows_does_nothing(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    desk.do("clock", **{"time.Orders": 10, "only_show": "1"})
    house.clock.now += 100
    for live in desk.live_tables:
        house.do(_stir, live)
        assert live.due
        assert not live.time_is_up
        assert not live.sitting.history
    assert "0 (as long as it takes)" in desk.refused("clock", **{"time.Orders": 99999})
    assert "A number is needed" in desk.refused("clock", **{"time.Orders": "soon"})
    strange = {f"time.{number}{'x' * 50}": 5 for number in range(100)}
    assert "Solidarity has no phase &#39;0xxx" in desk.refused("clock", **strange)
    assert "Its phases are: Mandates, Orders, Trading." in desk.refused("clock", **{"time.Lunch": 5})
    assert all(live.times == {"Orders": 10} for live in desk.live_tables)


def test_a_phase_that_has_not_come_yet_may_have_its_time(desk: Desk) -> None:
    desk.do("clock", **{"time.Crisis": 30})  # classes are chosen first, in no phase
    assert all(live.times == {"Crisis": 30} for live in desk.live_tables)
    desk.do("pause", **{f"x{number}": "y" * 99 for number in range(99)})
    workshop = desk.house.do(desk.house.registry.workshop, desk.id)
    assert workshop is not None
    assert max(len(act.text) for act in workshop.acts) <= 500
    assert "made longer" in desk.refused("extend", seconds=0)


def test_a_person_goes_to_another_seat_and_their_page_with_them(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        desk.do("move", guest=0, to="2.1")
        while (message := line.hear())["type"] != "moved":
            pass
        assert message["to"] == f"/tables/{desk.live_tables[1].info.id}?seat=1"
    assert [live.names for live in desk.live_tables] == [["Eve", "Cy"], ["Bo", "Ada & Dee"]]
    assert ada.get(f"/tables/{table}").status_code == 403
    with ada.at(desk.live_tables[1].info.id, 1):
        pass
    assert where(ada.get(desk.links["Ada"])) == (desk.live_tables[1].info.id, 1)
    desk.do("move", guest=2, to="2.1")
    assert desk.live_tables[0].chairs[1].kind == "open"
    assert "no seat 9" in desk.refused("move", guest=0, to="1.9")
    assert "no table" in desk.refused("move", guest=0, to="7.0")
    assert "no guest" in desk.refused("move", guest=77, to="1.0")


def test_a_bot_takes_a_seat_and_gives_it_back(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    live = desk.live_tables[0]
    with ada.at(table, seat) as line:
        desk.do("hand", table=1, seat=0, to="greedy")
        line.until(lambda _: len(live.sitting.history) > 0)
        line.settle()
        assert "a bot play this seat" in line.send(do="play", move=0, answer=line.state["answer"])["error"]
        assert line.send(do="chat", text="I still speak")["type"] == "done"
        desk.do("hand", table=1, seat=0, to="open")
        line.settle()
        assert live.chairs[0].kind == "person"
        assert live.names[0] == "Ada & Eve"
    assert "given to a bot" in desk.refused("hand", table=1, seat=0, to="clever")


def test_a_game_that_is_ended_is_open_and_takes_no_more_moves(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        line.play()
        desk.do("end", table=1)
        line.settle()
        assert line.state["over"]["text"] == f"{facilitator.ENDED_BY} How it stood will be told to all tables together."
        assert "ended" in line.send(do="play", move=0, answer=line.state["answer"])["error"]
        desk.do("reveal")
        line.settle()
        assert line.state["over"]["text"] == f"{facilitator.ENDED_BY} It stood at: Choosing classes."
    page = ada.page(f"/tables/{table}")
    assert facilitator.ENDED_BY in page
    assert page.count('class="mine"') == 2
    assert "Rematch" not in page
    assert ada.get(f"/tables/{table}/replay").status_code == 200
    assert ada.get(f"/tables/{table}/game.json").status_code == 200
    assert desk.live_tables[1].state == "playing"


def test_wishes_that_do_not_exist_are_refused(desk: Desk) -> None:
    assert "`do` is one of" in desk.refused("dance")
    assert (
        desk.browser.client.post(f"{desk.at}/do", data={"do": "pause"}, headers={"origin": "http://evil"}).status_code
        == 403
    )


def test_a_page_shows_a_pause_at_once_and_its_end(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat, page=True) as page:
        desk.do("pause")
        page.settle()
        assert any("The game is paused." in text for text in page.heard)
        heard = len(page.heard)
        desk.do("go_on")
        page.settle()
        assert any("pieces" in text and "dock" in text for text in page.heard[heard:])
