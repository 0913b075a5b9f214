"""The balance of Treasury: greedy players among themselves, card by card and option by option.

python benchmarks/treasury.py --games 10000
python benchmarks/treasury.py --tables plan cards --games 100000
python benchmarks/treasury.py --tables settings --json treasury.json
python benchmarks/treasury.py --games 4000 --page docs/treasury.md

The last one writes the tables into a page, each between `<!-- table NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from treasury_games import (
    ABILITY_INCOME,
    BARBARIAN_ICONS,
    BY_ABILITY,
    BY_CONTRACT,
    CARD,
    CARD_ROW,
    CONTRACT_INCOME,
    CONTRACTS,
    DECISIONS,
    DEMAND_SIZE,
    DRAWN,
    DRAWS,
    ENDS,
    EVENT_INCOME,
    GAMES,
    GIVEN,
    MOST_ROUNDS,
    ODD,
    OPENED,
    PAID,
    PASSES,
    POOREST,
    POPULATION,
    RICHEST,
    ROUND,
    ROUND_PASSES,
    ROUND_ROW,
    ROUNDS,
    SALE_INCOME,
    SPENT,
    STARTUPS_SOLD,
    TAX,
    TAXED,
    TREASURY,
    TURNS,
    UNPAID,
    WINS,
    WON,
    Policy,
    play,
)

from moot.games.treasury.components import (
    AGE,
    AGE_NAMES,
    AGES,
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
    Icon,
    Sale,
)
from moot.lab.figures import Figure, mean, share
from moot.lab.games import SHARE

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


def late(games: int, seed: int) -> list[Line]:
    """The cards of ages IV and V, sales as written."""
    return [line for line in cards(games, seed) if line["age"] in OURS]


def late_opened(games: int, seed: int) -> list[Line]:
    """The cards of ages IV and V, where only opened businesses are sold for gold."""
    return [line for line in cards_opened(games, seed) if line["age"] in OURS]


def cards_with(sale: str, games: int, seed: int) -> list[Line]:
    """Every card, under one way to sell."""
    return [line_of(row, card, games) for card, row in rows_of_cards(sale, games, seed).items()]


@cache
def rows_of_cards(sale: str, games: int, seed: int) -> dict[int, Any]:
    """What was counted for each card."""
    tally = play({"ages": AGES, "sale": sale}, games, seed)
    return {card: tally[CARD + CARD_ROW * card :] for card in range(1, CARDS + 1)}


# The cards that are ours against the given ones

OURS = ("IV", "V")
SELDOM = 100  # cards opened fewer times are not judged


def ranges(games: int, seed: int) -> list[Line]:
    """Between which cards the given ones win, between which ours, and which of ours lie outside; with farms and without."""
    return [
        range_line(sale, rows_of_cards(sale, games, seed), farms)
        for sale in ("opened", "any")
        for farms in (True, False)
    ]


def range_line(sale: str, rows: Mapping[int, Any], farms: bool) -> Line:
    """One way to sell."""
    judged = {card: won(row, WON, int(row[OPENED])) for card, row in rows.items() if row[OPENED] >= SELDOM}
    given = {card: wins for card, wins in judged.items() if not is_ours(card) and (farms or NAMES[card] != "Farm")}
    ours = {card: wins for card, wins in judged.items() if is_ours(card)}
    low, high = min(given.values()), max(given.values())
    below = [card for card, wins in ours.items() if wins < low]
    above = [card for card, wins in ours.items() if wins > high]
    surely = [card for card in below if ours[card].high < low.value]
    return {
        "sales": sale,
        "given cards": "all" if farms else "all but farms",
        "given cards win, %": between(given),
        "cards of IV and V win, %": between(ours),
        "of these below": named(below),
        "with their whole interval": named(surely),
        "above": named(above),
    }


def is_ours(card: int) -> bool:
    """Whether a card is of ages IV or V."""
    return AGE_NAMES[AGE[card]] in OURS


def between(wins: Mapping[int, Figure]) -> str:
    """The least and the most, and whose they are."""
    ends = min(wins, key=lambda card: wins[card]), max(wins, key=lambda card: wins[card])
    return " to ".join(f"{AGE_NAMES[AGE[card]]} {NAMES[card]} {shown(wins[card])}" for card in ends)


def named(of_cards: Iterable[int]) -> str:
    """Cards by name, each name once."""
    return ", ".join(dict.fromkeys(NAMES[card] for card in of_cards)) or "none"


def seldom(games: int, seed: int) -> list[Line]:
    """Which cards are opened too seldom to be judged."""
    lines: list[Line] = []
    for sale in ("opened", "any"):
        few = [card for card, row in rows_of_cards(sale, games, seed).items() if row[OPENED] < SELDOM]
        ours, given = [card for card in few if is_ours(card)], [card for card in few if not is_ours(card)]
        lines.append({"sales": sale, "cards of IV and V": named(ours), "given cards": named(given)})
    return lines


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
    """How things stand when a round ends, by the age in force and by the number of the round, and apart from these when the game
    does: four players, six ages.
    """
    tally = play({"ages": AGES}, games, seed)
    ages = [f"age {name}" for name in AGE_NAMES]
    names = [*ages, *(f"round {number + 1}" for number in range(MOST_ROUNDS)), "end of the game, all events resolved"]
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
    "late": late,
    "late_opened": late_opened,
    "ranges": ranges,
    "seldom": seldom,
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


TABLE_ON_PAGE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def names_on(page: str) -> list[str]:
    """The tables that a page has places for."""
    return [name for _, name, _ in TABLE_ON_PAGE.findall(page)]


def write_on(page: str, tables: Mapping[str, Sequence[Line]]) -> str:
    """The page with its tables anew."""

    def table(place: re.Match[str]) -> str:
        head, name, end = place.groups()
        return "\n".join([f"{head.strip()}\n", *text_of(tables[name]), f"\n{end}"]) if name in tables else place[0]

    return TABLE_ON_PAGE.sub(table, page)


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
    parser.add_argument("--tables", nargs="*", choices=list(TABLES), help="all of them, or those of the page")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file to write all figures to")
    parser.add_argument("--page", type=Path, help="a page to write the tables on, where it has places for them")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the game")
    given = parser.parse_args()
    GIVEN.update(text.split("=") for text in given.option)
    page = given.page.read_text(encoding="utf-8") if given.page else ""
    tables: dict[str, list[Line]] = {}
    for name in given.tables or names_on(page) or TABLES:
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
    if given.page:
        given.page.write_text(write_on(page, tables), encoding="utf-8")


if __name__ == "__main__":
    main()
