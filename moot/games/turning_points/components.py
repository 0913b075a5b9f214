"""What is in the box: the map of hexagons, the cards and their links. Sections are those of rulebook.md."""

from __future__ import annotations

from enum import IntEnum

from moot.engine import table

SEATS = 6  # §1.1
FEWEST_COLOURS = 3  # §7.1 two players have a neutral colour beside them
RINGS = 3

# §1.2 The map. Directions run anticlockwise from east: east, north-east, north-west, west, south-west, south-east.
DIRECTIONS = 6
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # column and row of the neighbour in each direction
Place = tuple[int, int]


def neighbour(place: Place, direction: int) -> Place:
    """The place next to another."""
    return place[0] + STEPS[direction % DIRECTIONS][0], place[1] + STEPS[direction % DIRECTIONS][1]


def spiral(nodes: int) -> list[Place]:
    """§1.2 The unbroken spiral from the centre: at each step as far to the left, round the centre, as there is room."""
    places, heading = [(0, 0)], 0
    while len(places) < nodes:
        heading = next(heading + turn for turn in (2, 1, 0, -1) if neighbour(places[-1], heading + turn) not in places)
        places.append(neighbour(places[-1], heading))
    return places


def distance(one: Place, other: Place) -> int:
    """How many steps there are between two places."""
    across, down = one[0] - other[0], one[1] - other[1]
    return max(abs(across), abs(down), abs(across + down))


NODES_IN = (1, 7, 19, 37)  # by the number of rings
NODES = NODES_IN[RINGS]
CENTRE = 0
PLACES = spiral(NODES)
NOWHERE = -1

NEIGHBOUR = table(
    [
        [PLACES.index(neighbour(place, d)) if neighbour(place, d) in PLACES else NOWHERE for d in range(DIRECTIONS)]
        for place in PLACES
    ]
)

# §1.2 Edges, in the order of their later node: the edges of a small map are the first of a larger one.
ENDS = [
    (earlier, later)
    for later in range(NODES)
    for earlier in sorted(
        PLACES.index(neighbour(PLACES[later], d)) for d in range(DIRECTIONS) if neighbour(PLACES[later], d) in PLACES
    )
    if earlier < later
]
EDGES = len(ENDS)
EARLIER, LATER = table([earlier for earlier, _ in ENDS]), table([later for _, later in ENDS])


def edge_between(one: int, other: int) -> int:
    """The edge that joins two nodes, or NOWHERE."""
    ends = (min(one, other), max(one, other))
    return ENDS.index(ends) if ends in ENDS else NOWHERE


EDGE = table([[edge_between(node, NEIGHBOUR[node, d]) for d in range(DIRECTIONS)] for node in range(NODES)])

# §1.2 The edges of a node that lead into the past are numbered one after the other, from the first on.
FIRST_BACK = table([min(e for e, (_, later) in enumerate([*ENDS, (0, n)]) if later >= n) for n in range(NODES + 1)])

# §1.3 Links: what a past event that occurred does to a later one.
CAUSE, HINDRANCE, NO_LINK = 1, -1, 0


class Side(IntEnum):
    """§1.6 The two sides of an event: × it does not occur, ✓ it occurs."""

    NO = 0
    YES = 1


PATTERNS = (
    "0C3H", "0H3C", "0C2H", "0H2C", "0C3C", "0H3H", "0C", "0H", "0C2C4H", "0H2H4C", "0C1H", "0H1C", "0C1C3H", "0H1H3C",
)  # fmt: skip
KINDS = {"C": CAUSE, "H": HINDRANCE}


def read_pattern(text: str) -> list[int]:
    """§1.3 The link on each of a card's six sides: "0C3H" has a cause on side 0 and a hindrance on side 3."""
    sides = [NO_LINK] * DIRECTIONS
    for side, kind in zip(text[::2], text[1::2], strict=True):
        sides[int(side)] = KINDS[kind]
    return sides


# §1.4 The deck, for each number of colours: classes of cards, each with one card for each colour.
NOBODY_SCORES = 0  # an arc without a colour; else the colour + 1
SINGLES = ((1, Side.YES), (1, Side.NO), (-1, Side.YES), (-1, Side.NO))  # sign of the hexagon, and the arc with a colour


def classes_for(colours: int) -> int:
    """§1.4 Green pairs and red pairs by seat distance, and four kinds of cards with one colour."""
    return 2 * (colours - 1) + len(SINGLES)


def make_card(colours: int, number: int) -> tuple[int, int, int, int]:
    """§1.4 A card: sign of its hexagon, colours on its arcs under ✓ and ×, and its link pattern."""
    order, colour = divmod(number, colours)
    kind, pairs = order % classes_for(colours), colours - 1
    pattern = order % len(PATTERNS)
    if kind < 2 * pairs:
        other = (colour + 1 + kind % pairs) % colours
        return (1 if kind < pairs else -1, colour + 1, other + 1, pattern)
    sign, arc = SINGLES[kind - 2 * pairs]
    return (sign, colour + 1, NOBODY_SCORES, pattern) if arc == Side.YES else (sign, NOBODY_SCORES, colour + 1, pattern)


CARDS = 120  # at most, in a deck
DECKS = [[make_card(max(n, FEWEST_COLOURS), number) for number in range(CARDS)] for n in range(SEATS + 1)]
SIGN = table([[card[0] for card in deck] for deck in DECKS])
YES_ARC = table([[card[1] for card in deck] for deck in DECKS])
NO_ARC = table([[card[2] for card in deck] for deck in DECKS])
PATTERN = table([[card[3] for card in deck] for deck in DECKS])

# §1.5 The flexible cards and the original event have the numbers after the deck's.
ATTACKING, SUPPORTING, LOGISTIC, ORIGINAL = range(CARDS, CARDS + 4)
FLEXIBLE = 3
ALL_CARDS = CARDS + FLEXIBLE + 1
ATTACKING_PATTERN, SUPPORTING_PATTERN, NO_PATTERN = len(PATTERNS), len(PATTERNS) + 1, len(PATTERNS) + 2
FLEXIBLE_PATTERN = table([ATTACKING_PATTERN, SUPPORTING_PATTERN, NO_PATTERN, NO_PATTERN])

# §1.3 The link on each side of each pattern.
LINKS = table([read_pattern(text) for text in (*PATTERNS, "0C3H", "0C3C", "")])
