"""The lobby and the opening of tables."""

from __future__ import annotations

import re

import pytest

from moot.bots import USUAL
from moot.table.persistence import schema
from tests.table.house import ALL, Browser, House


def tables_in(house: House) -> int:
    """How many tables there are."""
    return house.do(house.registry.store.count, schema.tables)


@pytest.mark.parametrize("name", ALL)
def test_the_lobby_shows_each_game(ada: Browser, name: str) -> None:
    game, lobby = ALL[name], ada.page("/")
    card = next(card for card in lobby.split("<article")[1:] if game.title in card)
    assert "<svg" in card  # its picture
    assert game.about in card
    assert f"<dd>{game.options['seats'].range}</dd>" in card
    assert f"<dd>{game.minutes}</dd>" in card
    assert f"To learn: {game.difficulty}" in card
    assert game.emblem in card
    assert ("think together" if game.cooperative else "outwit each other") in card


def shown(lobby: str) -> set[str]:
    """The games that a lobby shows."""
    return set(re.findall(r'<article class="game-card" id="game-(\w+)"', lobby))


def test_what_shall_i_play(ada: Browser) -> None:
    together = {name for name, game in ALL.items() if game.cooperative}
    assert shown(ada.page("/")) == set(ALL)
    assert shown(ada.page("/?mood=together")) == together
    assert shown(ada.page("/?mood=against")) == set(ALL) - together
    assert "treasury" not in shown(ada.page("/?players=5"))
    assert shown(ada.page("/?players=1&mood=against")) == set(ALL) - together  # bots take the other seats
    assert shown(ada.page("/?players=99&mood=x")) == set(ALL)
    assert "There is none like that" in ada.page("/?players=99")


def test_with_friends_is_one_click_too(house: House, ada: Browser) -> None:
    sent = {"game": "polycrisis", "seat_0": "me", "seat_1": "open", "invite": "1"}
    address = ada.post("/tables", **sent).headers["location"]
    assert address.endswith("?invite")
    chairs = house.live(address.removeprefix("/tables/").removesuffix("?invite")).chairs
    assert {chair.kind for chair in chairs[1:]} == {"open"}


@pytest.mark.parametrize("name", ALL)
def test_play_now_is_one_click(house: House, ada: Browser, name: str) -> None:
    table = ada.open(name)
    chairs = house.live(table).chairs
    assert [chair.kind for chair in chairs] == ["person"] + [USUAL] * (len(chairs) - 1)
    assert chairs[0].name.startswith("Guest")
    assert 'data-seat="0"' in ada.page(f"/tables/{table}")


def test_a_table_of_people_begins_with_what_suits_people(house: House, ada: Browser) -> None:
    for name, game in ALL.items():
        options = house.live(ada.open(name)).info.options
        assert options == game.choose({}, game.people_preset, people=True)


def test_every_option_can_be_chosen(house: House, ada: Browser) -> None:
    for name, game in ALL.items():
        wanted = {option: declared.says(declared.high) for option, declared in game.options.items()}
        table = ada.open(name, **{f"option_{option}": value for option, value in wanted.items()})
        assert house.live(table).info.options == {option: game.options[option].high for option in wanted}


def test_the_form_offers_every_option_with_its_help(ada: Browser) -> None:
    for name, game in ALL.items():
        form = ada.page(f"/new/{name}")
        for option, declared in game.options.items():
            assert f'name="option.{option}"' in form
            assert declared.help.split(",")[0] in form.replace("&#39;", "'").replace("&#34;", '"')


def test_a_preset_is_a_set_of_options(house: House, ada: Browser) -> None:
    for name, game in ALL.items():
        for preset, chosen in game.presets.items():
            if not chosen.fits(game.options["seats"].default):
                continue
            assert "checked" in re.findall(rf'value="{preset}" (\w*)', ada.page(f"/new/{name}?preset={preset}"))
            options = house.live(ada.open(name, preset=preset)).info.options
            assert chosen.at(options["seats"]).items() <= options.items()


def test_seats_are_for_me_for_bots_or_open(house: House, ada: Browser) -> None:
    kinds = {"seat_0": "random", "seat_1": "me", "seat_2": "open", "seat_3": "greedy"}
    live = house.live(ada.open(name="Ada", option_seats=4, **kinds))
    assert [(chair.kind, chair.name) for chair in live.chairs] == [
        ("random", "Alder"),
        ("person", "Ada"),
        ("open", "Seat 3"),
        ("greedy", "Dogwood"),
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "There is no game &#39;chess&#39; here."),
        ({"option_seats": 99}, "polycrisis: seats may be 1 to 6, not &#39;99&#39;."),
        ({"option_seets": 3}, "Did you mean &#39;seats&#39;?"),
        ({"preset": "unheard_of"}, "polycrisis has no preset &#39;unheard_of&#39;."),
        (
            {"seat_0": "cat"},
            "A seat is for me, open, or a bot (easy, fair, strong, greedy, random); not &#39;cat&#39;.",
        ),
        (
            {"idle": "soon"},
            "from 0 (wait) to 3600, or of days 86400, 259200, 604800; not &#39;soon&#39;.",
        ),
        ({"idle": "99999"}, "not &#39;99999&#39;"),
        ({"name": "A" * 25}, "A name has 1 to 24 characters."),
        ({"name": "\x00"}, "A name has 1 to 24 characters."),
    ],
)
def test_wrong_wishes_are_answered_in_words_and_nothing_is_opened(
    house: House, ada: Browser, wrong: dict[str, object], said: str
) -> None:
    answer = ada.post("/tables", **{"game": "polycrisis", **wrong})
    assert answer.status_code in (400, 404)
    assert said in answer.text
    assert tables_in(house) == house.do(house.registry.store.count, schema.people) == 0


def test_a_program_opens_a_table_with_json_and_is_given_a_token(house: House) -> None:
    program = house.browser()
    wish = {"game": "polycrisis", "option.seats": 3, "public": True, "name": "Robot", "preset": None}
    answer = program.client.post("/tables", json=wish, headers={"accept": "application/json"})
    assert answer.json() == {"table": "0001-is-numb", "token": house.secrets.used[0]}
    live = house.live("0001-is-numb")
    assert (len(live.chairs), live.info.public) == (3, True)


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff", b"9" * 5000, b"[" * 20_000, b'"game"'])
def test_a_program_that_sends_nonsense_is_told_so(house: House, ada: Browser, body: bytes) -> None:
    headers = {"accept": "application/json", "content-type": "application/json"}
    answer = ada.client.post("/tables", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert tables_in(house) == 0


def test_public_tables_are_listed_for_everyone(ada: Browser, bo: Browser) -> None:
    table = ada.open(public=1, name="Ada")
    assert f"/tables/{table}" in bo.page("/")
    assert f"/tables/{table}" in bo.page("/tables")


def test_private_tables_are_listed_only_for_those_who_sit_there(ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada")
    assert f"/tables/{table}" in ada.page("/")
    assert f"/tables/{table}" not in bo.page("/")
    assert f"/tables/{table}" not in bo.page("/tables")


def test_a_list_of_tables_brings_none_of_them_into_memory(house: House, ada: Browser) -> None:
    ada.open(public=1)
    for live in list(house.registry.live.values()):
        house.forget(live)
    assert "Go on" in ada.page("/")
    assert house.registry.live == {}


def test_the_rulebook_has_an_anchor_for_every_section(ada: Browser) -> None:
    for name, game in ALL.items():
        book = ada.page(f"/games/{name}/rulebook")
        for section in re.findall(r"^\*\*(\d+(?:\.\d+)*)\*\*", game.rulebook, re.MULTILINE):
            assert book.count(f'id="rule-{section.replace(".", "-")}"') == 1, section


def test_the_rulebook_comes_beside_the_board_as_a_part_of_the_page(ada: Browser) -> None:
    part = ada.get("/games/polycrisis/rulebook", **{"HX-Request": "true"}).text
    assert part.startswith('<article class="rulebook">')
