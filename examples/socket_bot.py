"""A program that plays at a Moot table: random moves until the game is over. docs/socket.md explains what is sent and heard.

python examples/socket_bot.py http://127.0.0.1:8000 path_to_safety     opens a table with bots
python examples/socket_bot.py http://127.0.0.1:8000 Xq3vT0aLk9Zd       takes an open seat at a table
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


def post(address: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Send a wish as JSON; the answer."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    with urlopen(Request(address, json.dumps(fields).encode(), headers)) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def take_seat(base: str, where: str) -> tuple[str, str]:
    """The address of a socket and the token for it: at a new table if `where` names a game, else at the table it names."""
    try:
        mine = {"seat": 0, **post(f"{base}/tables", {"game": where, "name": "Socket bot"})}
    except HTTPError as error:
        if error.code != 404:
            raise
        with connect(f"{base.replace('http', 'ws', 1)}/tables/{where}/socket") as socket:  # look on from no seat
            seats = json.loads(socket.recv())["seats"]
        free = next(number for number, seat in enumerate(seats) if seat["kind"] == "open")
        mine = post(f"{base}/tables/{where}/join", {"seat": free, "name": "Socket bot"})
    return f"{base.replace('http', 'ws', 1)}/tables/{mine['table']}/socket?seat={mine['seat']}", mine["token"]


def play(socket: ClientConnection) -> dict[str, Any] | None:
    """Answer whatever is asked; how the game ended, or None if the connection did."""
    seen: dict[str, Any] = {}
    answered = -1
    for text in socket:
        message = json.loads(text)
        if message["type"] == "refused":
            print(message["error"], file=sys.stderr)
            time.sleep(1)
            answered = -1
        elif message["type"] == "state":
            seen |= message  # what is absent has not changed
            for event in message.get("events", ()):
                print(event["text"])
        if "over" in seen:
            return dict(seen["over"])
        if seen["moves"] and seen["answer"] != answered:
            answered = seen["answer"]
            move = random.choice(seen["moves"])
            socket.send(json.dumps({"do": "play", "move": move["number"], "answer": answered}))
    return None


def main(base: str, where: str) -> None:
    """Take a seat and play; come again when the connection is lost."""
    address, token = take_seat(base.rstrip("/"), where)
    over = None
    while over is None:
        try:
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
                over = play(socket)
        except (ConnectionClosed, OSError) as error:
            print(f"{error}; trying again", file=sys.stderr)
            time.sleep(1)
    print(over["text"])


if __name__ == "__main__":
    main(*sys.argv[1:])
