"""What people may be called."""

from __future__ import annotations

import pytest

from moot.table.live.table import TABLE
from tests.table.desk import Desk, opened
from tests.table.house import Browser, House

UNSEEN = ["\u0301", "\u0301\u0489", "\ufe0f", "\u034f"]  # combining signs alone
NOTHING = [
    "\u200b",
    "\u200d\u2060",
    "\u202e",
    "\u2066\u2069",
    "\u00ad",
    "\u3164",
    "\u115f\uffa0",
    "\u2800",
    "\0",
    "\U0001d159",
    "\ufffc",
]
FACILITATORS = [
    "Facilitator",
    "FACILITATOR",
    "facilitator 2",
    "The Facilitator",
    "Fácilitâtor",
    "Ｆａｃｉｌｉｔａｔｏｒ",
    "Facil\u200bitator",
    "Faci\u3164litator",
    "F.a.c.i.l.i.t.a.t.o.r",
    "FaciIitator",  # with a capital i for the l
    "Facilitat0r",
    "Fасilitаtоr",  # with Cyrillic letters
    "\u202eFacilitator",
    "ꜰᴀᴄɪʟɪᴛᴀᴛᴏʀ",
    "Faciliŧator",
    "Faᴄilitator",
    "ᖴacilitator",
    "ᖴᗩᑕIᒪITᗩTOᖇ",
    "Fɑcilitɑtor",
    "🅵🅰🅲🅸🅻🅸🆃🅰🆃🅾🆁",
    "ꓝꓮꓚꓲꓡꓲꓔꓮꓔꓳꓣ",
]
TABLES = [TABLE, "THE TABLE", "Thе tаblе", "ᴛʜᴇ ᴛᴀʙʟᴇ", "T.h.e t.a.b.l.e", "TheTabIe", "ΤΗΕ ΤΑΒLΕ"]
FINE = [
    "Ada",
    "Åsa",
    "李雷",
    "محمد",
    "O'Neil",
    "7",
    "★",
    "Zoë 2",
    "Facundo",
    "Felicitas",
    "Nguyễn",
    "Theta Blake",
    "Table 3",
    "Łukasz",
    "Ελένη",
    "Борис",
    "ᏣᎳᎩ",
    "e\u0301mile",
    "👩",
]


REFUSED = {
    "cannot be seen": UNSEEN,
    "1 to 24 characters": NOTHING,
    "runs a workshop": FACILITATORS,
    "no seat says": TABLES,
}


@pytest.mark.parametrize(("name", "why"), [(name, why) for why, names in REFUSED.items() for name in names])
def test_nobody_is_unseen_or_taken_for_the_facilitator(house: House, ada: Browser, name: str, why: str) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_1="open")
    eve = house.browser()
    for address, fields in (("/tables", {"game": "polycrisis"}), (f"/tables/{table}/join", {"seat": 1})):
        refused = eve.post(address, name=name, **fields)
        assert (refused.status_code, why in refused.text) == (400, True)
    assert house.live(table).names[1] == "Seat 2"


@pytest.mark.parametrize("name", FINE)
def test_all_other_names_are_fine(house: House, ada: Browser, name: str) -> None:
    table = ada.open("polycrisis", option_seats=1, name=name)
    assert house.live(table).names == [name]


def test_nor_does_a_guest_of_a_workshop(desk: Desk) -> None:
    late = desk.house.browser()
    refused = late.post(f"/workshops/{desk.id}/join", name="Facilitator")
    assert (refused.status_code, "Choose another name." in refused.text) == (400, True)
    page = opened(desk.house, tables=1, names="Bo\nFacilitator\n\u3164").page()
    assert "Line 2 of the list was left out: “Facilitator” is whoever runs a workshop." in page
    assert "Line 3 of the list was left out" in page


def test_nor_does_somebody_who_takes_another_name(house: House, ada: Browser) -> None:
    ada.open("polycrisis", name="Ada")
    assert ada.post("/tables", game="polycrisis", name="facilitator").status_code == 400
    assert house.live(ada.open("polycrisis", option_seats=1)).names == ["Ada"]
