"""Notices by e-mail and by push, against an SMTP server and a browser's end of a push: what arrives, and how it is guarded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select

from moot.table.live.table import LiveTable
from moot.table.notices.keys import from_text, in_text
from moot.table.notices.mail import check_mail, clean_address, read_smtp
from moot.table.notices.push import CURVE, Subscription, encrypted, point_of
from moot.table.persistence import schema
from moot.table.persistence.folder import StartError
from tests.table.counterparts import Listener, Postman, Reader, claims_in, delivering, listening
from tests.table.house import HERE, Browser, House
from tests.table.test_notices import DAYS, be_missed, look, rows

ADDRESS = "ada@example.org"


@pytest.fixture
def postman() -> Iterator[Postman]:
    """Who delivers."""
    with delivering() as postman:
        yield postman


@pytest.fixture
def listener() -> Iterator[Listener]:
    """A push service."""
    with listening() as listener:
        yield listener


@pytest.fixture
def house(tmp_path: Path, postman: Postman) -> Iterator[House]:
    """A server that sends e-mail."""
    with House(tmp_path, smtp=postman.url, mail_from="moot@example.org", private_webhooks=True) as house:
        yield house


@pytest.fixture
def live(house: House, ada: Browser) -> LiveTable:
    """A table of days at which Ada is awaited."""
    return house.live(ada.open("polycrisis", name="Ada", **DAYS))


def text_of(mail: EmailMessage) -> str:
    """What a message says."""
    return str(mail.get_content())


def link_in(text: str) -> str:
    """The first link to the server in a text, as a browser opens it."""
    found = re.search(rf"{HERE}(/notices/\S+)", text)
    assert found, text
    return found[1]


# By e-mail


def test_an_address_is_confirmed_first_and_then_told(
    house: House, ada: Browser, live: LiveTable, postman: Postman
) -> None:
    assert ada.post("/me/notices/email", mail=ADDRESS).headers["location"] == "/me/notices?did=asked"
    [question] = postman.mails
    assert (question["To"], question["From"]) == (ADDRESS, "Moot <moot@example.org>")
    be_missed(house)
    assert len(postman.mails) == 1, "nothing before it is confirmed"
    link = link_in(text_of(question))
    reader = house.browser()  # the link may be opened anywhere
    assert "Yes, tell me here" in reader.page(link)
    assert rows(house, schema.channels)[0].state == "unconfirmed", "programs look at links too"
    assert reader.post(link).status_code == 200
    look(house)
    told = postman.mails[1]
    assert told["Subject"] == "Polycrisis: it is your turn"
    assert f"{HERE}/tables/{live.id}?seat=0" in text_of(told)
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert told["Auto-Submitted"] == "auto-generated"


def test_one_click_in_a_mailbox_ends_it(house: House, ada: Browser, live: LiveTable, postman: Postman) -> None:
    ada.post("/me/notices/email", mail=ADDRESS)
    ada.post(link_in(text_of(postman.mails[0])))
    be_missed(house)
    off = str(postman.mails[1]["List-Unsubscribe"]).removeprefix("<").removesuffix(">").removeprefix(HERE)
    del (mailbox := house.browser()).client.headers["origin"]
    assert mailbox.post(off, **{"List-Unsubscribe": "One-Click"}).status_code == 200
    assert rows(house, schema.channels) == []
    assert ada.post(link_in(text_of(postman.mails[0]))).status_code == 404, "nor is it confirmed once more"


def test_an_address_that_is_not_confirmed_is_not_tried_out_or_switched_on(
    house: House, ada: Browser, live: LiveTable, postman: Postman
) -> None:
    ada.post("/me/notices/email", mail=ADDRESS)
    [channel] = rows(house, schema.channels)
    assert ada.post(f"/me/notices/{channel.id}/try").status_code == 400
    ada.post(f"/me/notices/{channel.id}/on")
    assert rows(house, schema.channels)[0].state == "unconfirmed"
    assert len(postman.mails) == 1


def test_without_a_server_for_it_the_question_is_said_not_to_have_gone(tmp_path: Path) -> None:
    with House(tmp_path, smtp="smtp://127.0.0.1:9", mail_from="moot@example.org") as house:
        ada = house.browser()
        ada.open("polycrisis")
        answer = ada.post("/me/notices/email", mail=ADDRESS)
        assert (answer.status_code, "could not be sent" in answer.text) == (400, True)
        assert rows(house, schema.channels) == []


@pytest.mark.one_store
@pytest.mark.parametrize(
    "text",
    ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b.c\nBcc: x@y.z", "a,b@c.de", "ä@example.org", "a@b"],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="no e-mail address"):
        clean_address(text)


@pytest.mark.one_store
def test_how_an_smtp_server_is_named() -> None:
    named = read_smtp("smtp://ada:p%40ss@mail.example.org")
    assert named[:4] == ("mail.example.org", 587, "ada", "p@ss")
    assert named.must_encrypt, "a password is not sent in the open"
    assert read_smtp("smtps://mail.example.org")[1:] == (465, None, None, True)
    assert read_smtp("smtp://localhost:25").must_encrypt is None
    for wrong in ("mail.example.org", "http://mail.example.org", "smtp://", "smtp://x:port"):
        with pytest.raises(StartError):
            read_smtp(wrong)


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("smtp://localhost", "moot@example.org", ""), "--address"),
        (("smtp://localhost", "", "https://play.example.org"), "--mail-from"),
        (("localhost", "moot@example.org", "https://play.example.org"), "--smtp"),
        (("", "", "play.example.org"), "--address"),
        (("", "", "https://play.example.org/moot"), "--address"),
    ],
)
def test_what_is_missing_is_said_at_the_start(wrong: tuple[str, str, str], said: str) -> None:
    with pytest.raises(StartError, match=said):
        check_mail(*wrong)
    check_mail("smtp://localhost", "moot@example.org", "https://play.example.org")
    check_mail("", "", "")


def test_links_begin_where_whoever_runs_the_server_says(tmp_path: Path, postman: Postman) -> None:
    ways: dict[str, Any] = {
        "smtp": postman.url,
        "mail_from": "moot@example.org",
        "address": "https://play.example.org/",
    }
    with House(tmp_path, **ways) as house:
        ada = house.browser()
        ada.open("polycrisis")
        ada.post("/me/notices/email", mail=ADDRESS)
    assert "https://play.example.org/notices/" in text_of(postman.mails[0])


# By push


def subscribe(ada: Browser, reader: Reader, endpoint: str) -> None:
    """A browser lets itself be pushed to."""
    answer = ada.client.post("/me/notices/push", json=reader.subscription(endpoint))
    assert answer.json() == {"did": "added"}


def test_a_push_can_be_read_by_its_browser_alone_and_is_signed(
    house: House, ada: Browser, live: LiveTable, listener: Listener
) -> None:
    reader = Reader()
    found = re.search(r'data-key="([^"]+)"', ada.page("/me/notices"))
    assert found
    subscribe(ada, reader, f"{listener.url}/push/1")
    be_missed(house)
    [pushed] = listener.heard
    assert b"Polycrisis" not in pushed.body
    said = reader.read(pushed.body)
    assert said["title"] == "Polycrisis: it is your turn"
    assert said["table"] == f"{HERE}/tables/{live.id}?seat=0"
    with pytest.raises(InvalidTag):
        Reader().read(pushed.body)
    claims = claims_in(pushed.headers["authorization"], found[1])
    assert (claims["aud"], claims["sub"]) == (listener.url, "mailto:moot@example.org")
    assert pushed.headers["content-encoding"] == "aes128gcm"
    assert pushed.headers["ttl"] == "86400"
    assert len(pushed.headers["topic"]) == 32


def test_browsers_know_the_same_key_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        ada.open("polycrisis")
        [key] = re.findall(r'data-key="([^"]+)"', ada.page("/me/notices"))
    with House(tmp_path) as house:
        assert f'data-key="{key}"' in house.browser(ada.secret).page("/me/notices")
    assert len(from_text(key)) == 65


def test_a_browser_that_has_let_go_is_switched_off_at_once(
    house: House, ada: Browser, live: LiveTable, listener: Listener
) -> None:
    subscribe(ada, Reader(), f"{listener.url}/push/1")
    listener.status = 410
    be_missed(house)
    look(house, 3600)
    assert len(listener.heard) == 1
    assert rows(house, schema.channels)[0].state == "off"
    assert "no longer there" in ada.page("/me/notices")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        [],
        {"endpoint": "https://push.example.org"},
        {"endpoint": "https://push.example.org", "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"endpoint": "https://push.example.org", "keys": {"p256dh": "é", "auth": "é"}},
        {"endpoint": 5, "keys": {}},
    ],
)
def test_what_cannot_be_pushed_to_is_refused(house: House, ada: Browser, live: LiveTable, sent: Any) -> None:
    assert ada.client.post("/me/notices/push", json=sent).status_code == 400
    assert rows(house, schema.channels) == []


def test_the_worker_is_a_script_of_this_server(ada: Browser) -> None:
    answer = ada.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "showNotification" in answer.text


@pytest.mark.one_store
def test_the_example_of_the_standard() -> None:
    """RFC 8291, 5 and appendix A: the same keys and salt give the same bytes."""
    key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    own = ec.derive_private_key(int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE)
    assert in_text(point_of(own.public_key())).startswith("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg")
    to = Subscription("", from_text(key), from_text("BTBZMqHH6r4Tts7J_aSIgg"))
    sealed = encrypted(b"When I grow up, I want to be a watermelon", to, own, from_text("DGv6ra1nlYgDCS1FRnbzlw"))
    assert in_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_keys_are_in_the_database_alone(house: House, ada: Browser, live: LiveTable) -> None:
    page = ada.page("/me/notices")
    kept = house.do(house.registry.store.rows, select(schema.server_keys))
    assert [row.name for row in kept] == ["pushes"]
    assert all(row.value not in page for row in kept)
