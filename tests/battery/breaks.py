"""Ways to break Toll, each with the check that must notice and what it must say."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, cast

from moot.engine import (
    COUNT,
    FIRST_MOVE,
    Dice,
    Goal,
    Label,
    Line,
    Moves,
    Preset,
    Row,
    Strip,
    ask,
    do,
    finish,
    i8,
    offer,
    option,
    owes,
    roll_die,
    tell,
    whisper,
)
from moot.engine.fields import Field, Option
from tests.battery.toll import (
    CARDS,
    MOST_COINS,
    SEATS,
    WORDS,
    Ending,
    Event,
    Step,
    Toll,
    bid,
    income,
    lay_out,
    pay_toll,
    redeal,
)

TALLY = [0]  # what no rule may have: a memory outside of the record


class Break(NamedTuple):
    """The check that notices, a piece of what it says, and the parts of the game that are replaced."""

    check: str
    says: str
    parts: dict[str, Any]


# The flow of the game


def forget_the_rest(s: Toll) -> None:
    """After the toll, nothing is left to do."""
    s.gate += 1
    do(s, Step.INCOME, Step.BIDDING, Step.TOLL)


def go_in_circles(s: Toll) -> None:
    """The gate is followed by the gate."""
    do(s, Step.GATE)


def earn_for_ever(s: Toll) -> None:
    """A loop without end inside of a rule."""
    while s.coins[0] >= 0:
        s.coins[0] = 0


def bid_something(s: Toll, seat: int, out: Moves) -> None:
    """Nobody may bid nothing, but some have nothing."""
    for coins in range(1, s.coins[seat]):
        offer(out, coins)


def give_and_give(s: Toll, seat: int, other: int, points: int) -> None:
    """Generosity without end."""
    ask(s, seat, Step.GIVE)


def offer_twice(s: Toll, seat: int, out: Moves) -> None:
    """The same move twice."""
    offer(out, 0)
    offer(out, 0)


def offer_without_end(s: Toll, seat: int, out: Moves) -> None:
    """More moves than there is room for."""
    for _ in range(100):
        offer(out, 0)


def offer_too_much(s: Toll, seat: int, out: Moves) -> None:
    """More coins than the choice has numbers for."""
    offer(out, 0)
    offer(out, MOST_COINS + 1)


def give_too_much(s: Toll, seat: int, out: Moves) -> None:
    """A number of points that the choice does not have would be read as another seat's."""
    offer(out, 0, CARDS + 1)


def end_somehow(s: Toll) -> None:
    """In a way that is not declared."""
    finish(s, cast(Ending, 9))


def ask_the_absent(s: Toll) -> None:
    """Seats at which nobody sits."""
    s.bidding = 1
    for seat in range(SEATS):
        ask(s, seat, Step.BID)


def ask_a_step(s: Toll) -> None:
    """A step that is no choice."""
    ask(s, 0, Step.TOLL)


def chatter(s: Toll) -> None:
    """More events than there is room for."""
    for _ in range(100):
        tell(s, Event.TURNED, 1)


def earn_aloud(s: Toll) -> None:
    """Everyone hears what each earns."""
    for seat in range(s.seats):
        coins = roll_die(s)
        s.coins[seat] += coins
        s.earned[seat] += coins
        tell(s, Event.EARNED, coins)


def lay_out_aloud(s: Toll) -> None:
    """The top of the deck is told while the game is laid out."""
    lay_out(s)
    tell(s, Event.TURNED, s.deck[s.left - 1])


def earn_too_much(s: Toll) -> None:
    """More than eight bits hold."""
    for seat in range(s.seats):
        s.coins[seat] += 100 * s.gates + 28


def finish_under_seal(s: Toll) -> None:
    """The game ends before the bids are shown."""
    finish(s, Ending.STRANDED)


def finish_while_asked(s: Toll) -> None:
    """The game ends, and yet somebody is asked."""
    pay_toll(s)
    ask(s, 0, Step.GIVE)
    finish(s, Ending.STRANDED)


def finish_twice(s: Toll) -> None:
    """The second ending would count."""
    finish(s, Ending.ARRIVED)
    finish(s, Ending.STRANDED)


def point_below_0(s: Toll, seat: int, other: int, points: int) -> None:
    """The seat before the first: Python would take the last."""
    s.points[seat - SEATS] += points


def count_and_add(s: Toll, seat: int) -> int:
    """Points that grow whenever they are counted."""
    s.points[seat] += 1
    return s.points[seat]


def count_dice(s: Toll, seat: int) -> int:
    """Points that are rolled."""
    return roll_die(s)


def misspell(view: Any) -> Strip:
    """The top of the page reads a field that is not there."""
    return Strip(f"Gate {view.gaet}")


# The same game every time


def earn_by_tally(s: Toll) -> None:
    """What one earns depends on how often others have played."""
    TALLY[0] += 1
    for seat in range(s.seats):
        s.coins[seat] = s.earned[seat] = s.gate + TALLY[0] % 3


def begin_tally(s: Toll) -> None:
    """A memory that is put in order at the beginning."""
    TALLY[0] = 0
    lay_out(s)


def bid_by_tally(s: Toll, seat: int, coins: int) -> None:
    """The tally of bids is kept beside the record."""
    TALLY[0] += 1
    s.shown[seat] = TALLY[0]


class TwoOffs(Toll):
    """An option with one name for two values."""

    mean = cast(int, Field("int16", option=Option(0, 0, 1, "Whether to be mean.", ("off", "off"))))


def earn_from_nowhere(s: Toll) -> None:
    """Coins that nobody has earned."""
    income(s)
    s.coins[0] += 1


def multiply(s: Toll) -> None:
    """A product too large for 64 bits: exact in Python, cut off when compiled."""
    product = s.gate + 6
    for _ in range(40):
        product *= 7
    for seat in range(s.seats):
        s.coins[seat] = 1 + product % 6


# Secrets


class OpenPurses(Toll):
    """Coins that all may see."""

    coins = i8(SEATS)


def show_luck(v: Toll, s: Toll, seat: int) -> None:
    """A view of the dice to come."""
    v.luck[0] = s.luck[0]


def show_and_change(v: Toll, s: Toll, seat: int) -> None:
    """A view that changes what it shows."""
    s.opened += 1


def show_purses(v: Toll, s: Toll, seat: int) -> None:
    """Everyone's coins."""
    for other in range(s.seats):
        v.coins[other] = s.coins[other]


def bid_up_to_neighbour(s: Toll, seat: int, out: Moves) -> None:
    """What one may bid tells what the next has."""
    for coins in range(min(s.coins[seat], s.coins[(seat + 1) % s.seats]) + 1):
        offer(out, coins)


def count_while_listing(s: Toll, seat: int, out: Moves) -> None:
    """A list that leaves a trace."""
    s.opened += 1
    offer(out, 0)


def bid_with_a_trace(s: Toll, seat: int, coins: int) -> None:
    """Everyone sees what has been spent."""
    bid(s, seat, coins)
    s.shown[seat] = coins


def bid_aloud(s: Toll, seat: int, coins: int) -> None:
    """Everyone hears the bid."""
    s.coins[seat] -= coins
    s.bids[seat] = coins
    tell(s, Event.BID, seat, coins)


def bid_and_ask(s: Toll, seat: int, coins: int) -> None:
    """A high bid asks the next seat something that all may see."""
    bid(s, seat, coins)
    if coins > 1 and owes(s, (seat + 1) % s.seats):
        ask(s, (seat + 1) % s.seats, Step.GIVE)


def boast(s: Toll, seat: int, other: int, points: int) -> None:
    """The giver's purse is told to all."""
    tell(s, Event.GAVE, seat, other, s.coins[seat])


def call_out_next(s: Toll) -> None:
    """What the looker saw is told, not whispered."""
    pay_toll(s)
    tell(s, Event.SAW, s.deck[s.left - 1])


def whisper_next(s: Toll) -> None:
    """A whisper that the view does not remember."""
    pay_toll(s)
    whisper(s, 0, Event.SAW, s.deck[s.left - 1])


# Guesses


def guess_another_gate(g: Toll, seat: int) -> None:
    """Changes what everyone sees."""
    redeal(g, seat)
    g.opened += 1


def guess_too_rich(g: Toll, seat: int) -> None:
    """Coins that cannot have been earned."""
    redeal(g, seat)
    for other in range(g.seats):
        g.coins[other] += int(other != seat)


def guess_half(g: Toll, seat: int) -> None:
    """The others stay where they cannot be seen."""
    bidding, g.bidding = g.bidding, 0
    redeal(g, seat)
    g.bidding = bidding


def guess_debts(g: Toll, seat: int) -> None:
    """A purse from which nothing can be bid."""
    redeal(g, seat)
    for other in range(g.seats):
        if other != seat:
            g.coins[other] = -1


def guess_by_tally(g: Toll, seat: int) -> None:
    """Never the same guess twice."""
    TALLY[0] += 1
    redeal(g, seat)
    for other in range(g.seats):
        if other != seat:
            g.coins[other] = TALLY[0] % 5


def guess_no_burnt_card(g: Toll, seat: int) -> None:
    """The card out of the game is forgotten."""
    redeal(g, seat)
    g.burnt = 0


def guess_no_cards(g: Toll, seat: int) -> None:
    """The deck is forgotten, so that there is nothing to give at the next toll."""
    redeal(g, seat)
    for i in range(len(g.deck)):
        g.deck[i] = 0


# Words and declarations


def name_nobody(s: Toll, seat: int, other: int, points: int) -> None:
    """Tells of seat -1."""
    tell(s, Event.GAVE, seat, -1, points)


def picture_by_tally(view: Any, seat: int, names: Any) -> str:
    """Never the same picture twice."""
    TALLY[0] += 1
    return f"Picture {TALLY[0]}."


def goal_by_tally(view: Any, seat: int) -> Goal:
    """Never the same goal twice."""
    TALLY[0] += 1
    return Goal(f"Goal {TALLY[0]}.", "Win.")


def goal_of(goal: Any) -> dict[str, Any]:
    """Toll with a goal of its own."""
    return {"words": {**WORDS, "goal": goal}}


# Bots


def like_by_tally(v: Toll, seat: int, moves: Moves, likes: Row) -> None:
    """Another move each time."""
    TALLY[0] += 1
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = (place + TALLY[0]) % moves[COUNT]


def like_all_but_one(v: Toll, seat: int, moves: Moves, likes: Row) -> None:
    """The last move is forgotten."""
    for place in range(FIRST_MOVE, moves[COUNT]):
        likes[place] = place


def like_too_many(v: Toll, seat: int, moves: Moves, likes: Row) -> None:
    """The count is written over."""
    for place in range(FIRST_MOVE + moves[COUNT]):
        likes[place] = place


def like_and_spend(v: Toll, seat: int, moves: Moves, likes: Row) -> None:
    """A coin is gone."""
    v.coins[seat] -= 1
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = place


def reworded(kind: str, key: Any, words: Any) -> dict[str, Any]:
    """The words of Toll but for one."""
    return {"words": {**WORDS, kind: {**WORDS[kind], key: words}}}


def label_from_memory(view: Any, seat: int, coins: int) -> Label:
    """Another label each time."""
    TALLY[0] += 1
    return Label(f"Tip {TALLY[0]}")


def recommend_nothing(view: Any, seat: int, coins: int) -> Label:
    """All answers are exits, and the only one that costs nothing gives nothing."""
    return Label("Tip", costly=coins > 0, exit=True)


def like_tips(v: Toll, seat: int, coins: int) -> int:
    """The more the better."""
    return coins


def unworded(kind: str, key: Any) -> dict[str, Any]:
    """The words of Toll without one."""
    return {"words": {**WORDS, kind: {other: words for other, words in WORDS[kind].items() if other != key}}}


class NoHelp(Toll):
    """An option that says nothing."""

    gates = option(2, 1, 3, "")


class NoGate(Toll):
    """A default outside of the range."""

    gates = option(0, 1, 3, "How many gates.")


class Crowd(Toll):
    """More seats than the engine has."""

    seats = option(3, 2, 9, "How many travel.")


class Big(Toll):
    """A record that is too big."""

    map = i8(64, 64)


class Steps(IntEnum):
    """A step that nothing is done at."""

    REST = 100


class Endings(IntEnum):
    """An ending that cannot be told from going on."""

    NONE = 0


def bid_with_an_ear(s: Toll, seat: int, coins: int) -> None:
    """One notes how far the others have come."""
    bid(s, seat, coins)
    for other in range(s.seats):
        if other != seat and s.asking[other] == Step.TIP:
            s.looked_at[seat] = CARDS


BREAKS = {
    "dead end": Break("play", "dead end", {"next_gate": forget_the_rest}),
    "agenda in circles": Break("play", "without asking anyone", {"next_gate": go_in_circles}),
    "rule without end": Break("play", "without asking anyone", {"income": earn_for_ever}),
    "no move": Break("play", "has no move", {"list_bids": bid_something}),
    "endless game": Break("play", "not over after 27 decisions", {"give": give_and_give}),
    "move twice": Break("play", "offered a move twice", {"list_bids": offer_twice}),
    "list overflow": Break("play", "more moves are offered", {"list_bids": offer_without_end}),
    "number of another choice": Break(
        "play",
        "BID offers the move (19,), outside of its shape",
        {"list_bids": offer_too_much},
    ),
    "argument beyond its shape": Break("play", "GIVE offers the move", {"list_gifts": give_too_much}),
    "unknown ending": Break("play", "none of its endings", {"next_gate": end_somehow}),
    "absent seat": Break("play", "is asked, but the seats are 0 to", {"open_bidding": ask_the_absent}),
    "no choice": Break("play", "which is no choice", {"open_bidding": ask_a_step}),
    "list that leaves a trace": Break(
        "play", "listing the moves of BID changes the record", {"list_bids": count_while_listing}
    ),
    "bids that are never shown": Break("play", "but TIPPED is still under seal", {"pay_toll": finish_under_seal}),
    "asked at the end": Break(
        "play", "the game is over, but seat 0 is still asked GIVE", {"pay_toll": finish_while_asked}
    ),
    "two endings": Break("play", "finished a second time: return after `finish`, ", {"pay_toll": finish_twice}),
    "place below 0": Break("play", "its places are 0 to 3, ", {"give": point_below_0}),
    "points that change": Break("counting", "count_and_add changes the record", {"points": count_and_add}),
    "points by chance": Break("counting", "count_dice changes the record", {"points": count_dice}),
    "strip that fails": Break("speech", "has no attribute 'gaet'", {"words": {**WORDS, "strip": misspell}}),
    "question that is a text": Break(
        "speech",
        "the words for TIP: the question is 'Tip?': return Line(section, text)",
        reworded("choices", Step.TIP, lambda view, seat: "Tip?"),
    ),
    "move of no kind": Break(
        "speech",
        "the words for TIP: ValueError: Invalid format specifier 'coin'",
        reworded("moves", Step.TIP, lambda view, seat, coins: "Tip {0:coin}"),
    ),
    "too many events": Break("play", "more than the 48", {"income": chatter}),
    "too large a number": Break("play", "coins[0] = 228 does not fit i8 (-128 to 127), ", {"income": earn_too_much}),
    "another game each time": Break("seeds", "the second time", {"income": earn_by_tally}),
    "option lost in saving": Break("saving", "loaded with", {"state": TwoOffs}),
    "another game when loaded": Break("saving", "not the one that was saved", {"income": earn_by_tally}),
    "shared memory": Break("copies", "share something", {"set_up": begin_tally, "bid": bid_by_tally}),
    "broken law": Break("laws", "coins come from dice", {"income": earn_from_nowhere}),
    "junk accepted": Break("junk", "BID offers the move (19,)", {"list_bids": offer_too_much}),
    "told before the first question": Break("beginning", "hears what it cannot see: EARNED", {"income": earn_aloud}),
    "told in the layout": Break("beginning", "hears what it cannot see: TURNED", {"set_up": lay_out_aloud}),
    "luck in view": Break("hidden", "luck", {"view": show_luck}),
    "view that changes": Break("hidden", "making a view changes the record", {"view": show_and_change}),
    "moves tell a secret": Break("moves", "do not follow from its view", {"list_bids": bid_up_to_neighbour}),
    "list that changes": Break("moves", "listing moves changes the record", {"list_bids": count_while_listing}),
    "bid with an ear": Break("ahead", "is another thing in a guess of it", {"bid": bid_with_an_ear}),
    "public purse": Break("lookalikes", "by coins", {"state": OpenPurses}),
    "hook shows purses": Break("lookalikes", "by coins", {"view": show_purses}),
    "picture by tally": Break("lookalikes", "reads otherwise", {"words": {**WORDS, "picture": picture_by_tally}}),
    "bid leaves a trace": Break(
        "sealed",
        "in shown (everyone sees shown: is seen_by=OWNER missing?)",
        {"bid": bid_with_a_trace},
    ),
    "tip not sealed": Break("sealed", "is asked under seal", {"tips_are_sealed": False}),
    "bid asks another": Break("sealed", "shows to a spectator in asking", {"bid": bid_and_ask}),
    "bid told": Break("sealed", "hears a sealed answer", {"bid": bid_aloud}),
    "goal that is too long": Break("goal", "takes 91 signs, not 90", goal_of(lambda view, seat: Goal("x" * 91, "x"))),
    "goal that is no goal": Break("goal", "return Goal(text, short)", goal_of(lambda view, seat: "Win.")),
    "goal that fails": Break("goal", "KeyError", goal_of(lambda view, seat: {}[seat])),
    "goal for a spectator": Break("goal", "says “you” to a spectator", goal_of(lambda v, s: Goal("You win.", "Win."))),
    "goal by tally": Break("goal", "has another goal", goal_of(goal_by_tally)),
    "nothing to win by": Break("goal", "how to win takes 4", {"words": {**WORDS, "how_to_win": ("A.",) * 4}}),
    "account of nothing": Break(
        "goal", "its account: nothing", {"words": {**WORDS, "account": lambda log, state, seat: ()}}
    ),
    "lesson of one step": Break("lesson", "6 to 12 steps, not 1", {"folder": Path(__file__).parent / "taught"}),
    "purse told": Break("events", "hears what it cannot see", {"give": boast}),
    "told, not whispered": Break("events", "hears what it cannot see", {"pay_toll": call_out_next}),
    "whispered and forgotten": Break("events", "hears what it cannot see", {"pay_toll": whisper_next}),
    "guess of another view": Break("guesses", "by opened", {"redeal": guess_another_gate}),
    "unlawful guess": Break("guesses", "breaks a law", {"redeal": guess_too_rich}),
    "guess under seal": Break("guesses", "leaves open", {"redeal": guess_half}),
    "guess without a move": Break("guesses", "owes an answer but has no move", {"redeal": guess_debts, "laws": {}}),
    "another guess each time": Break("guesses", "follows from more", {"redeal": guess_by_tally, "laws": {}}),
    "hidden field forgotten": Break("guesses", "never fill in deck", {"redeal": guess_no_cards, "laws": {}}),
    "hidden number forgotten": Break("guesses", "never fill in burnt", {"redeal": guess_no_burnt_card, "laws": {}}),
    "policy by tally": Break("bots", "does another thing in a guess of it", {"policy": like_by_tally}),
    "policy that forgets a move": Break("counting", "leaves out some of the moves", {"policy": like_all_but_one}),
    "policy that goes too far": Break("counting", "writes where there is no move", {"policy": like_too_many}),
    "policy that changes the view": Break("counting", "like_and_spend changes the view", {"policy": like_and_spend}),
    "estimate above 1": Break("counting", "is worth 2, which is not within 0 to 1", {"estimate": lambda s, seat: 2}),
    "guess with a dead end": Break("futures", "has no move", {"redeal": guess_no_cards, "laws": {}}),
    "event without words": Break("words", "no words for event SAW", unworded("events", Event.SAW)),
    "choice without words": Break("words", "no words for choice GIVE", unworded("choices", Step.GIVE)),
    "move without words": Break("words", "no words for move GIVE", unworded("moves", Step.GIVE)),
    "ending without words": Break("words", "no words for ending", unworded("endings", Ending.ARRIVED)),
    "wrong section": Break("words", "'9.9'", reworded("events", Event.SAW, Line("9.9", "Next: {0}."))),
    "label for a step": Break("words", "which is no choice", reworded("labels", Step.GATE, Label("Open"))),
    "label that is a text": Break(
        "words", "the label of TIP is 'Tip': write Label(verb", reworded("labels", Step.TIP, "Tip")
    ),
    "label of no kind": Break("words", "uses the kind 'coin'", reworded("labels", Step.TIP, Label("Tip {0:coin}"))),
    "label that is too long": Break(
        "labels", "its verb has 24 signs", reworded("labels", Step.TIP, Label("Give the keeper of the gate"[:24]))
    ),
    "label without a verb": Break("labels", "it has no verb", reworded("labels", Step.TIP, Label(" "))),
    "label that fails": Break(
        "labels", "the words for TIP (", reworded("labels", Step.TIP, lambda view, seat, coins: Label(view.coin))
    ),
    "label from memory": Break(
        "labels", "are others in a guess of it", reworded("labels", Step.TIP, label_from_memory)
    ),
    "dice that show nothing": Break(
        "telling", "there are 0 dice", reworded("dice", Event.TURNED, lambda view: Dice((), "", "turned"))
    ),
    "question that is too long": Break(
        "labels", "there is room for 60 signs, not", reworded("choices", Step.GIVE, Line("4.1", "Whom? " * 11))
    ),
    "bad recommendation": Break(
        "labels",
        "“Tip” is recommended to seat",
        {**reworded("labels", Step.TIP, recommend_nothing), "likes_tip": like_tips},
    ),
    "moves that read the same": Break("speech", "read the same", reworded("moves", Step.GIVE, "give {0:seat}")),
    "move that says nothing": Break("speech", "has no words", reworded("moves", Step.TIP, " ")),
    "template that fails": Break("words", "names argument 9", reworded("events", Event.TURNED, Line("4", "Toll {9}."))),
    "nobody named": Break("speech", "names seat", {"give": name_nobody}),
    "question of no section": Break(
        "speech", "cite section '9'", reworded("choices", Step.TIP, lambda view, seat: Line("9", "Tip?"))
    ),
    "no help": Break("options", "gates has no help", {"state": NoHelp}),
    "default out of range": Break("options", "the default of gates", {"state": NoGate}),
    "too many seats": Break("options", "not within 1 to 8", {"state": Crowd}),
    "one name for two values": Break("options", "have one name", {"state": TwoOffs}),
    "preset of no option": Break("options", "is no option", {"presets": {"x": Preset({"gate": 1}, "A gate.")}}),
    "preset out of range": Break(
        "options", "gates may be 1 to 3, not 7", {"presets": {"x": Preset({"gates": 7}, "Many.")}}
    ),
    "preset without help": Break("options", "preset x has no help", {"presets": {"x": Preset({}, "")}}),
    "step without a rule": Break("rules", "what is done at REST", {"steps": Steps}),
    "ending zero": Break("size", "ending NONE is 0", {"endings": Endings}),
    "large record": Break("size", "bytes", {"state": Big}),
    "64 bits": Break("compiled", "differ in coins", {"income": multiply, "redeal": redeal, "laws": {}}),
}
