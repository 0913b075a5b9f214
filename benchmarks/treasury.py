"""The balance of Treasury: greedy players among themselves, card by card and option by option.

python benchmarks/treasury.py --games 10000
python benchmarks/treasury.py --tables plan cards --games 100000
python benchmarks/treasury.py --tables settings --json treasury.json
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from moot.bots import GREEDY
from moot.bots.choose import choose_at
from moot.engine.binding import rule
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM, Records, begin, take_step, view_at
from moot.engine.fields import NEWS_ROOM, NOBODY, Row
from moot.engine.flow import A_BITS, B_BITS, COUNT, FIRST_MOVE, NO_STEP, Moves, coming_step, next_owing
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, list_moves, rate_move
from moot.games.treasury import GAME
from moot.games.treasury.components import (
    AGE,
    AGE_NAMES,
    AGES,
    BARBARIAN,
    BARBARIANS,
    CARDS,
    CONTRACT,
    COST,
    DEMAND,
    DEVELOP,
    FIRST_WEAPON,
    NAMES,
    PROVIDED,
    PROVIDES,
    SEATS,
    Ability,
    Icon,
    Sale,
)
from moot.games.treasury.piles import age_in_force, card_with
from moot.games.treasury.rules import Do, Event, Source, Step, Treasury
from moot.lab.figures import Figure, mean, share
from moot.lab.games import SHARE, seed_of_game


class Policy(IntEnum):
    """How the odd one plays; all others are greedy."""

    GREEDY = 0
    STARTS_AND_SELLS = 1  # sells a startup if it has one, else starts the dearest card
    KEEPS_STARTUPS = 2  # never sells a business that is not opened


# What is counted. Of each game, with squares in the place after: these are also counted in a row of their own during the game.
ROUNDS, TURNS, PASSES, DRAWS, DECISIONS, CONTRACT_INCOME, ABILITY_INCOME, EVENT_INCOME, SALE_INCOME = range(0, 18, 2)
STARTUPS_SOLD, SPENT, TAXED, RICHEST, POOREST, ODD = range(18, 30, 2)
GAMES, PAID, UNPAID = range(30, 33)
WINS = 33  # by the order of the first round, with squares
CARD = WINS + 2 * SEATS  # of each card:
DRAWN, OPENED, WON, WON_SQUARED, CONTRACTS, BY_CONTRACT, BY_ABILITY = range(7)
CARD_ROW = 7
ROUND = CARD + CARD_ROW * (CARDS + 1)  # of each end of a round, by age and then by number:
ENDS, TREASURY, POPULATION, TAX, BARBARIAN_ICONS, DEMAND_SIZE, ROUND_PASSES = range(7)
ROUND_ROW = 7
MOST_ROUNDS = 24
TALLY = ROUND + ROUND_ROW * (AGES + MOST_ROUNDS)

# The row of a game: its own counts, then for each card the set of seats that opened it, and whether it was in a hand.
SOURCES = len(Source)
IN_HAND = 1 << SEATS
OF_CARDS = ODD + 2
GAME_ROW = OF_CARDS + CARDS + 1


@rule
def whose_doing(s: Treasury, seat: int, doing: int, what: int) -> int:
    """The card by which gold is taken, where what is told does not name it; 0 if it is none."""
    ability = 0
    if doing == Step.ARMORY:
        ability = Ability.ARMORY
    elif doing == Step.BAKERY:
        ability = Ability.BAKERY
    elif doing == Step.SECURITY:
        ability = Ability.SECURITY
    elif doing == Step.MENU and what == Do.ARSENAL:
        ability = Ability.ARSENAL
    elif doing == Step.MENU and what == Do.BOMB_FACTORY:
        ability = Ability.BOMB_FACTORY
    return card_with(s, seat, ability) if ability > 0 else 0


@rule
def note_news(s: Treasury, doing: int, what: int, game: Row, tally: Row) -> None:
    """What a step or a move has told."""
    for row in range(min(s.told, NEWS_ROOM)):
        event, a, b, c = s.news[row, 0], s.news[row, 2], s.news[row, 3], s.news[row, 4]
        if event in (Event.OPENED, Event.OPENED_PAID, Event.OPENED_LODGE):
            game[OF_CARDS + b] |= 1 << a
            game[SPENT] += c if event == Event.OPENED_PAID else 0
        elif event == Event.CONTRACTED:
            tally[CARD + CARD_ROW * b + CONTRACTS] += 1
        elif event == Event.CONTRACT_PAID:
            tally[CARD + CARD_ROW * b + BY_CONTRACT] += c
            tally[PAID] += 1
        elif event == Event.EARNED:
            tally[CARD + CARD_ROW * c + BY_ABILITY] += b
        elif event in (Event.FROM_TREASURY, Event.TOOK_GOLD):
            tally[CARD + CARD_ROW * whose_doing(s, a, doing, what) + BY_ABILITY] += b
        else:
            note_count(s, event, a, b, game, tally)
    s.told = 0


@rule
def note_count(s: Treasury, event: int, a: int, b: int, game: Row, tally: Row) -> None:
    """What is only counted."""
    if event == Event.PASS_PAID:
        game[PASSES] += 1
        add_to_rounds(s, ROUND_PASSES, 1, tally)
    elif event == Event.DREW:
        game[DRAWS] += 1
    elif event == Event.UNPAID:
        tally[UNPAID] += b
    elif event == Event.TAX_PAID:
        game[TAXED] += b
    elif event == Event.TAX_RATE:
        add_to_rounds(s, TAX, a, tally)
    elif event == Event.ROUND_ENDS:
        note_round(s, tally)


@rule
def add_to_rounds(s: Treasury, what: int, amount: int, tally: Row) -> None:
    """To the rows of the age and of the number of a round."""
    tally[ROUND + ROUND_ROW * age_in_force(s) + what] += amount
    tally[ROUND + ROUND_ROW * (AGES + min(s.rounds, MOST_ROUNDS) - 1) + what] += amount


@rule
def note_round(s: Treasury, tally: Row) -> None:
    """How things stand when a round ends, before abilities, payout and tax."""
    add_to_rounds(s, ENDS, 1, tally)
    add_to_rounds(s, TREASURY, s.treasury, tally)
    add_to_rounds(s, POPULATION, s.population, tally)
    add_to_rounds(s, BARBARIAN_ICONS, s.demanded[BARBARIAN], tally)
    add_to_rounds(s, DEMAND_SIZE, s.demand_size, tally)


@rule
def note_choice(s: Treasury, seat: int, move: int, game: Row) -> None:
    """What is in a hand when its player decides, and startups that are sold."""
    game[DECISIONS] += 1
    for i in range(s.hand_size[seat]):
        game[OF_CARDS + s.hand[seat, i]] |= IN_HAND
    what, slot = move & (1 << A_BITS) - 1, move >> A_BITS & (1 << B_BITS) - 1
    if s.asking[seat] == Step.MENU and what == Do.SELL and s.opened[seat, slot] == 0:
        game[STARTUPS_SOLD] += COST[s.startup[seat, slot]] if s.sale == Sale.ANY else int(s.sale == Sale.ONE)


@rule
def odd_rating(v: Treasury, seat: int, policy: int, move: int) -> int:
    """How the odd one likes a move."""
    if v.asking[seat] != Step.MENU:
        return rate_move(v, seat, move)
    what, which = move & (1 << A_BITS) - 1, move >> A_BITS & (1 << B_BITS) - 1
    startup = what == Do.SELL and v.opened[seat, which] == 0
    if policy == Policy.KEEPS_STARTUPS:
        return -10000 if startup else rate_move(v, seat, move)
    if startup:
        return 20000 + COST[v.startup[seat, which]]
    return 10000 + COST[which] if what == Do.START else rate_move(v, seat, move) - 10000


@rule
def odd_move(records: Records, seat: int, policy: int, views: Records, out: Moves) -> int:
    """What the odd one likes best."""
    view_at(records, 0, seat, views, 0)
    v: Any = views[0]
    list_moves(v, seat, out)
    chosen, best = -1, 0
    for place in range(FIRST_MOVE, FIRST_MOVE + out[COUNT]):
        rating = odd_rating(v, seat, policy, out[place])
        if chosen < 0 or rating > best:
            chosen, best = out[place], rating
    return chosen


@rule
def play_game(
    records: Records, seed: int, policy: int, odd: int, views: Records, out: Moves, luck: Row, game: Row, tally: Row
) -> None:
    """One game, counted."""
    s: Any = records[0]
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    s.told = 0
    first, seat = s.starter, 0
    while s.over == 0:
        step = coming_step(s)
        while step != NO_STEP:
            take_step(s)
            note_news(s, step, 0, game, tally)
            step, seat = coming_step(s), 0
        seat = next_owing(s, seat)
        if seat != NOBODY:
            if seat == odd and policy != Policy.GREEDY:
                move = odd_move(records, seat, policy, views, out)
            else:
                move = choose_at(GREEDY, records, 0, seat, views, 0, out, luck)
            doing = s.asking[seat]
            note_choice(s, seat, move, game)
            answer(s, seat, move)
            note_news(s, doing, move & (1 << A_BITS) - 1, game, tally)
    count_game(s, first, odd, game, tally)


@rule
def count_game(s: Treasury, first: int, odd: int, game: Row, tally: Row) -> None:
    """Who won, by the order of the first round, and with which cards."""
    sharers = winners_of(s)
    game[RICHEST] = game[POOREST] = s.gold[0]
    for seat in range(s.seats):
        place, won = (seat - first + s.seats) % s.seats, SHARE // sharers if has_won(s, seat) else 0
        tally[WINS + 2 * place] += won
        tally[WINS + 2 * place + 1] += won * won
        count_cards(seat, won, game, tally)
        game[TURNS] += s.turns[seat]
        game[RICHEST], game[POOREST] = max(game[RICHEST], s.gold[seat]), min(game[POOREST], s.gold[seat])
        for source in range(SOURCES):
            game[CONTRACT_INCOME + 2 * source] += s.income[seat, source]
        if seat == odd:
            game[ODD] = won
    game[ROUNDS] = s.rounds
    tally[GAMES] += 1
    for i in range(0, OF_CARDS, 2):
        tally[i] += game[i]
        tally[i + 1] += game[i] * game[i]
    for card in range(1, CARDS + 1):
        tally[CARD + CARD_ROW * card + DRAWN] += game[OF_CARDS + card] > 0


@rule
def count_cards(seat: int, won: int, game: Row, tally: Row) -> None:
    """The cards that a player has opened."""
    for card in range(1, CARDS + 1):
        if game[OF_CARDS + card] >> seat & 1:
            at = CARD + CARD_ROW * card
            tally[at + OPENED] += 1
            tally[at + WON] += won
            tally[at + WON_SQUARED] += won * won


@rule
def play_games(
    blank: Records,
    records: Records,
    views: Records,
    out: Moves,
    luck: Row,
    seed: int,
    policy: int,
    part: Row,
    game: Row,
    tally: Row,
) -> None:
    """Games number part[0] to part[1] - 1; the odd one sits at every seat in turn."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        for i in range(GAME_ROW):
            game[i] = 0
        odd = number % blank[0].seats
        play_game(records, seed_of_game(seed, number), policy, odd, views, out, luck, game, tally)


GIVEN: dict[str, Any] = {}  # options from the command line, where a table does not set them itself


def play(options: Mapping[str, Any], games: int, seed: int, policy: Policy = Policy.GREEDY) -> Any:
    """Many games on all cores; returns what was counted."""
    machine = GAME.compiled
    blank, entry = GAME.blank(GAME.choose({**GIVEN, **options})), machine.entry(play_games)
    blank["telling"] = 1

    def some(part: range) -> Any:
        tally, game = np.zeros(TALLY, np.int64), np.zeros(GAME_ROW, np.int64)
        where = np.array([part.start, part.stop], np.int64)
        records, views = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype)
        entry(blank, records, views, machine.moves(), machine.luck(), seed, int(policy), where, game, tally)
        return tally

    size = 250
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
        return sum(pool.map(some, parts), np.zeros(TALLY, np.int64))


# Tables: rows of named cells

Cell = str | int | float | Figure
Line = dict[str, Cell]
INCOMES = {"contracts": CONTRACT_INCOME, "abilities": ABILITY_INCOME, "events": EVENT_INCOME, "sales": SALE_INCOME}
MATERIALS = (Icon.HIDES, Icon.STONE, Icon.BRONZE, Icon.CLOTH, Icon.COAL, Icon.ELECTRICITY)


def per_game(tally: Any, what: int, of: int = 1) -> Figure:
    """A mean over games, divided by a number."""
    return mean(tally[what] / of, tally[what + 1] / of**2, tally[GAMES])


def percent(figure: Figure) -> Figure:
    """A share in percent."""
    return Figure(*(100 * number for number in figure))


def won(tally: Any, what: int, of: int) -> Figure:
    """How often somebody wins, in percent; a shared win counts in part."""
    return percent(mean(tally[what] / SHARE, tally[what + 1] / SHARE**2, of))


def plan(games: int, seed: int) -> list[Line]:
    """What the cards of each age cost, pay, demand and provide (§7.1), from the cards alone."""
    return [plan_of(age) for age in range(AGES)]


def plan_of(age: int) -> Line:
    """One age."""
    cards = [card for card in range(1, CARDS + 1) if AGE[card] == age]
    wanted = Counter(int(DEMAND[card]) for card in cards)
    given = Counter(int(PROVIDES[card, i]) for card in cards for i in range(PROVIDED[card]))
    line: Line = {"age": AGE_NAMES[age], "cards": len(cards)}
    for name, row in (("develop", DEVELOP), ("gold", COST), ("contract", CONTRACT)):
        line[name] = round(sum(int(row[card]) for card in cards) / len(cards), 2)
    line["barbarians"] = sum(int(BARBARIANS[card]) for card in cards)
    line["its material demanded"] = wanted[MATERIALS[age]]
    line["that of the age before"] = wanted[MATERIALS[age - 1]] if age > 0 else "–"
    for icon in (Icon.FOOD, Icon.SCIENCE, Icon.HAPPINESS):
        line[f"{icon.name.lower()} demanded, provided"] = f"{wanted[icon]}, {given[icon]}"
    line["its material provided"] = given[MATERIALS[age]]
    line["weapons"] = sum(number for icon, number in given.items() if icon >= FIRST_WEAPON)
    return line


def cards(games: int, seed: int) -> list[Line]:
    """Every card in games of four with six ages, sales as written."""
    return cards_with("any", games, seed)


def cards_opened(games: int, seed: int) -> list[Line]:
    """Every card in games of four with six ages, where only opened businesses are sold for gold."""
    return cards_with("opened", games, seed)


def cards_with(sale: str, games: int, seed: int) -> list[Line]:
    """Every card, under one way to sell."""
    tally = play({"ages": AGES, "sale": sale}, games, seed)
    return [line_of(tally[CARD + CARD_ROW * card :], card, games) for card in range(1, CARDS + 1)]


def line_of(tally: Any, card: int, games: int) -> Line:
    """One card: how often it is opened, wins, and what it earns each time it is opened."""
    opened = int(tally[OPENED])
    return {
        "age": AGE_NAMES[AGE[card]],
        "card": NAMES[card],
        "drawn, %": round(100 * tally[DRAWN] / games, 1),
        "opened, %": round(100 * opened / max(1, tally[DRAWN]), 1),
        "wins when opened, %": won(tally, WON, opened) if opened > 0 else "–",
        "contract, %": round(100 * tally[CONTRACTS] / max(1, opened), 1),
        "gold by contract": round(tally[BY_CONTRACT] / max(1, opened), 1),
        "by ability": round(tally[BY_ABILITY] / max(1, opened), 1),
    }


def seats(games: int, seed: int) -> list[Line]:
    """Wins by the order of the first round, for each number of players."""
    lines: list[Line] = []
    for ages in (3, AGES):
        for players in range(2, SEATS + 1):
            tally = play({"seats": players, "ages": ages}, games, seed)
            places = {f"{place + 1}. wins, %": won(tally, WINS + 2 * place, games) for place in range(players)}
            lines.append({"players": players, "ages": ages, **places})
    return lines


def lengths(games: int, seed: int) -> list[Line]:
    """How long games are, and how much is paid."""
    lines: list[Line] = []
    for ages in (3, AGES):
        for players in range(2, SEATS + 1):
            tally = play({"seats": players, "ages": ages}, games, seed)
            line: Line = {"players": players, "ages": ages, "rounds": per_game(tally, ROUNDS)}
            line["turns"] = per_game(tally, TURNS)
            line["payout passes"] = per_game(tally, PASSES)
            line["draws"] = per_game(tally, DRAWS)
            line["decisions"] = per_game(tally, DECISIONS)
            lines.append(line)
    return lines


def rounds(games: int, seed: int) -> list[Line]:
    """How things stand when a round ends, by the age in force and by the number of the round: four players, six ages."""
    tally = play({"ages": AGES}, games, seed)
    names = [f"age {name}" for name in AGE_NAMES] + [f"round {number + 1}" for number in range(MOST_ROUNDS)]
    rows = [(name, tally[ROUND + ROUND_ROW * i :]) for i, name in enumerate(names)]
    return [round_line(name, row, games) for name, row in rows if row[ENDS] >= games / 100]


def round_line(name: str, row: Any, games: int) -> Line:
    """Averages over the rounds of a kind."""
    columns = {
        "treasury": TREASURY,
        "population": POPULATION,
        "tax": TAX,
        "barbarians": BARBARIAN_ICONS,
        "demand pile": DEMAND_SIZE,
        "payout passes": ROUND_PASSES,
    }
    line: Line = {"when a round ends": name, "per game": round(row[ENDS] / games, 2)}
    return line | {title: round(row[what] / row[ENDS], 2) for title, what in columns.items()}


SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "as written": {},
    "sale opened": {"sale": "opened"},
    "sale one": {"sale": "one"},
    "no final tax": {"final_tax": "off"},
    "equal gold, 2 each": {"rising_gold": "off"},
    "equal gold, 3 each": {"rising_gold": "off", "first_gold": 3},
    "treasury 3 each": {"treasury_each": 3},
    "4 ages": {"ages": 4},
    "5 ages": {"ages": 5},
    "6 ages": {"ages": 6},
    "6 ages, sale opened": {"ages": 6, "sale": "opened"},
    "6 ages, sale one": {"ages": 6, "sale": "one"},
    "6 ages, no final tax": {"ages": 6, "final_tax": "off"},
    "6 ages, equal gold, 3 each": {"ages": 6, "rising_gold": "off", "first_gold": 3},
    "6 ages, treasury 3 each": {"ages": 6, "treasury_each": 3},
}


def settings(games: int, seed: int) -> list[Line]:
    """What each option changes, with four players: wins by order, length, gold, and income of a player by source."""
    return [setting(name, play(options, games, seed)) for name, options in SETTINGS.items()]


def setting(name: str, tally: Any) -> Line:
    """One option."""
    line: Line = {"options": name}
    for place in range(SEATS):
        line[f"{place + 1}. wins, %"] = won(tally, WINS + 2 * place, tally[GAMES])
    line |= {"rounds": per_game(tally, ROUNDS), "turns": per_game(tally, TURNS)}
    for source, what in INCOMES.items():
        line[f"by {source}"] = per_game(tally, what, SEATS)
    line["startups sold"] = per_game(tally, STARTUPS_SOLD, SEATS)
    line["spent on openings"] = per_game(tally, SPENT, SEATS)
    line["tax paid"] = per_game(tally, TAXED, SEATS)
    line["richest"], line["poorest"] = per_game(tally, RICHEST), per_game(tally, POOREST)
    line["contracts unpaid, %"] = percent(share(int(tally[UNPAID]), int(tally[UNPAID] + tally[PAID])))
    return line


def engine(games: int, seed: int) -> list[Line]:
    """Start-and-sell: one player does nothing else, or never sells a startup, among three greedy ones; fair is 25 %."""
    lines: list[Line] = []
    for ages in (3, AGES):
        for sale in Sale:
            options = {"ages": ages, "sale": sale.name.lower()}
            line: Line = {"ages": ages, "sale": sale.name.lower()}
            tally = play(options, games, seed)
            income = sum(int(tally[what]) for what in INCOMES.values())
            line["startups sold, % of all income"] = round(100 * tally[STARTUPS_SOLD] / income, 1)
            line["opened ones sold, %"] = round(100 * (tally[SALE_INCOME] - tally[STARTUPS_SOLD]) / income, 1)
            for policy in (Policy.STARTS_AND_SELLS, Policy.KEEPS_STARTUPS):
                odd = play(options, games, seed, policy)
                line[f"{policy.name.lower().replace('_', ' ')}, wins %"] = won(odd, ODD, games)
            lines.append(line)
    return lines


TABLES: Mapping[str, Callable[[int, int], list[Line]]] = {
    "plan": plan,
    "cards": cards,
    "cards_opened": cards_opened,
    "seats": seats,
    "lengths": lengths,
    "rounds": rounds,
    "settings": settings,
    "engine": engine,
}


def shown(cell: Cell) -> str:
    """A cell as text: a figure with half of its interval."""
    if isinstance(cell, Figure):
        return f"{cell.value:.1f} ± {(cell.high - cell.low) / 2:.1f}"
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def text_of(lines: Sequence[Line]) -> Iterable[str]:
    """A table in Markdown."""
    head = list(dict.fromkeys(name for line in lines for name in line))
    for cells in (head, ["---"] * len(head), *([shown(line.get(name, "–")) for name in head] for line in lines)):
        yield "| " + " | ".join(cells) + " |"


def as_json(tables: Mapping[str, Sequence[Line]]) -> str:
    """All tables, figures as value, low and high."""
    plain = {
        name: [{k: c.as_dict() if isinstance(c, Figure) else c for k, c in line.items()} for line in lines]
        for name, lines in tables.items()
    }
    return json.dumps(plain, indent=1, ensure_ascii=False)


def main() -> None:
    """Print tables, and write them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10_000, help="games for each figure")
    parser.add_argument("--tables", nargs="*", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file to write all figures to")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the game")
    given = parser.parse_args()
    GIVEN.update(text.split("=") for text in given.option)
    tables: dict[str, list[Line]] = {}
    for name in given.tables:
        tables[name] = TABLES[name](given.games, given.seed)
        print(
            "",
            f"{name}: {(TABLES[name].__doc__ or plan.__doc__ or '').strip()}",
            "",
            *text_of(tables[name]),
            sep="\n",
            flush=True,
        )
    if given.json:
        given.json.write_text(as_json(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
