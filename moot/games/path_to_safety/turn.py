"""Path to Safety, chapter 3: what happens in a turn. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, is_in, offer, open_seals, remove_at, roll_die, rule, tell, tell_sealed, whisper
from moot.games.path_to_safety.components import KINDS, ORDINARY, Match, RiskTest
from moot.games.path_to_safety.rules import (
    Action,
    Call,
    Ending,
    Event,
    Momentum,
    PathToSafety,
    Step,
    Vote,
    advance_mad_science,
    end_game,
    is_innovation,
    is_mad_science,
    kind_of,
    put_on_pile,
    reveal,
    risk_of,
    rules,
    strategy_of,
    take,
    top_of_pile,
    turn_up,
)


@rules.step(Step.TURN)
def begin_turn(s: PathToSafety) -> None:
    """§3.5 A turn begins with the question whether to end the game; then a card is drawn, and an action taken."""
    ask(s, s.active, Step.CALL)
    do(s, Step.DRAW, Step.ACT)


@rules.step(Step.DRAW)
def draw_for_turn(s: PathToSafety) -> None:
    """§3.1 The active player draws a card."""
    draw(s, s.active, True)


@rule
def draw(s: PathToSafety, seat: int, advancing: bool) -> None:
    """§3.1 Until an ordinary card is in hand. Mad science advances with every mad science card, but not at a conference."""
    if not may_draw(s):
        tell(s, Event.DREW_NOTHING, seat)
        return
    card = turn_up(s)
    while is_mad_science(card):
        lay_aside(s, seat, card)
        if advancing:
            tell(s, Event.DREW_MAD_SCIENCE, seat)
            advance_mad_science(s)
        else:
            tell(s, Event.PUT_ASIDE_MAD_SCIENCE, seat)
        card = turn_up(s)
    take_drawn(s, seat, card)


@rule
def may_draw(s: PathToSafety) -> bool:
    """§3.1 Whether an ordinary card can come up: one that is neither in a hand nor on top of the discard pile."""
    loose = ORDINARY
    for seat in range(s.seats):
        loose -= s.hand_size[seat]
    if s.discards > 0 and not is_mad_science(top_of_pile(s)):
        loose -= 1
    return loose > 0


@rule
def lay_aside(s: PathToSafety, seat: int, card: int) -> None:
    """§7 All see who turns up mad science."""
    s.mad_science[seat] += 1
    put_on_pile(s, card)


@rule
def take_drawn(s: PathToSafety, seat: int, card: int) -> None:
    """§7 All see that a card is drawn, the drawer alone sees which."""
    take(s, seat, card)
    tell(s, Event.DREW, seat)
    whisper(s, seat, Event.DREW_CARD, kind_of(card))


@rules.step(Step.ACT)
def ask_for_action(s: PathToSafety) -> None:
    """§3.2 One action, unless there is no card to take it with."""
    if s.hand_size[s.active] > 0:
        ask(s, s.active, Step.ACTION)
    else:
        tell(s, Event.HAD_NO_CARD, s.active)


@rules.choice(Step.ACTION, len(Action), KINDS)
def actions(s: PathToSafety, seat: int, out: Moves) -> None:
    """§3.2 Research, publish or hold a conference with a card in hand."""
    offer_uses(s, seat, True, out)


@rule
def offer_uses(s: PathToSafety, seat: int, conferring: bool, out: Moves) -> None:
    """§3.2 What the cards in hand can be used for; equal cards count once."""
    listed = 0
    for i in range(s.hand_size[seat]):
        kind = kind_of(s.held[seat, i])
        if not is_in(listed, kind):
            listed |= 1 << kind
            offer(out, use_of(kind), kind)
            if conferring and risk_of(kind) > 0:
                offer(out, Action.CONFERENCE, kind)


@rule
def use_of(kind: int) -> int:
    """§3.2 What a card is played for."""
    return Action.PUBLISH if is_innovation(kind) else Action.RESEARCH


@rules.then(Step.ACTION)
def act(s: PathToSafety, seat: int, action: int, kind: int) -> None:
    """§3.2 A card is played, or discarded for a conference."""
    if action == Action.CONFERENCE:
        hold_conference(s, seat, kind)
    elif play(s, seat, kind):
        earn_another_go(s, seat, kind)


@rule
def play(s: PathToSafety, seat: int, kind: int) -> bool:
    """§3.2 Research or publish, with the risk (§3.3) that the card carries. Says whether it matches (§3.4)."""
    matched = matches(s, kind)
    lay_down(s, seat, kind)
    if is_innovation(kind):
        publish(s, seat, kind)
    else:
        research(s, seat, kind)
    if risk_of(kind) > 0:
        run_risk(s, seat, kind)
    return matched


@rule
def lay_down(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.2 A card of this kind goes from the hand to the discard pile."""
    at = place_in_hand(s, seat, kind)
    put_on_pile(s, remove_at(s.held[seat], s.hand_size[seat], at))
    remove_at(s.backs[seat], s.hand_size[seat], at)
    s.hand_size[seat] -= 1


@rule
def place_in_hand(s: PathToSafety, seat: int, kind: int) -> int:
    """§1.2 Where the first of two equal cards is."""
    at = 0
    while kind_of(s.held[seat, at]) != kind:
        at += 1
    return at


@rule
def research(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.2.1 The top card of the strategy deck is turned up, if there is one."""
    strategy = strategy_of(kind)
    tell(s, Event.RESEARCHED, seat, kind)
    if s.strategy_size[strategy] > 0:
        tell(s, Event.REVEALED, strategy, reveal(s, strategy))
    else:
        tell(s, Event.REVEALED_NOTHING, strategy)


@rule
def publish(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.2.2 Progress of the suit rises by one, on its counter (§1.5)."""
    strategy = strategy_of(kind)
    s.progress[strategy] += 1
    tell(s, Event.PUBLISHED, seat, kind, s.progress[strategy])


@rule
def hold_conference(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.2.3 A card that carries risk is discarded, without rolling for it; everyone else draws."""
    lay_down(s, seat, kind)
    tell(s, Event.CONFERRED, seat, kind)
    s.guests = s.seats - 1
    do(s, Step.CONFER)


@rules.step(Step.CONFER)
def draw_at_conference(s: PathToSafety) -> None:
    """§3.2.3 The others draw one after the other, in seat order from the active player on; mad science does not advance."""
    if s.guests > 0:
        draw(s, (s.active + s.seats - s.guests) % s.seats, False)
        s.guests -= 1
        do(s, Step.CONFER)


@rule
def run_risk(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.3 The acceleration risk die (§1.4) decides whether mad science advances."""
    roll = roll_die(s)
    tell(s, Event.RISKED, seat, risk_of(kind), roll)
    if is_accelerating(s, kind, roll):
        advance_mad_science(s)


@rule
def is_accelerating(s: PathToSafety, kind: int, roll: int) -> bool:
    """§3.3 Whether a roll of the die is below the risk of a card, or at most equal to it."""
    return roll < risk_of(kind) + (s.risk_test == RiskTest.AT_MOST)


@rule
def matches(s: PathToSafety, kind: int) -> bool:
    """§3.4 Whether the card on top of the pile has this suit; a mad science card has none, nor has an empty pile."""
    top = top_of_pile(s)
    return top > 0 and not is_mad_science(top) and strategy_of(kind_of(top)) == strategy_of(kind)


@rule
def earn_another_go(s: PathToSafety, seat: int, kind: int) -> None:
    """§3.4 A whole further turn, or momentum."""
    tell(s, Event.MATCHED, seat, strategy_of(kind), s.match)
    if s.match == Match.TURN:
        do(s, Step.TURN)
    else:
        ask(s, seat, Step.MOMENTUM)


@rules.choice(Step.MOMENTUM, len(Momentum), KINDS, declines=[Momentum.NOTHING])
def uses_of_momentum(s: PathToSafety, seat: int, out: Moves) -> None:
    """§3.4 Draw a card (the one that was matched, if there is no other), play one, or leave it."""
    offer(out, Momentum.NOTHING)
    offer(out, Momentum.DRAW)
    offer_uses(s, seat, False, out)


@rules.then(Step.MOMENTUM)
def use_momentum(s: PathToSafety, seat: int, use: int, kind: int) -> None:
    """§3.4 A card played with momentum earns nothing if it matches."""
    if use == Momentum.NOTHING:
        tell(s, Event.LET_PASS, seat)
    elif use == Momentum.DRAW:
        draw(s, seat, True)
    else:
        play(s, seat, kind)


@rules.choice(Step.CALL, len(Call), declines=[Call.GO_ON])
def calls(s: PathToSafety, seat: int, out: Moves) -> None:
    """§3.5 Go on, or call for the end, once a turn."""
    offer(out, Call.GO_ON)
    offer(out, Call.END)


@rules.then(Step.CALL)
def call(s: PathToSafety, seat: int, answer: int) -> None:
    """§3.5 On a call all others say yes or no."""
    if answer == Call.END:
        tell(s, Event.CALLED, seat)
        ask_others(s, seat)
        do(s, Step.COUNT)


@rule
def ask_others(s: PathToSafety, seat: int) -> None:
    """§3.5 All but one vote."""
    for other in range(s.seats):
        if other != seat:
            ask(s, other, Step.VOTE)


@rules.choice(Step.VOTE, len(Vote), sealed=True, declines=[Vote.NO])
def votes(s: PathToSafety, seat: int, out: Moves) -> None:
    """§3.5 No or yes, under seal (§7) until all have voted."""
    offer(out, Vote.NO)
    offer(out, Vote.YES)


@rules.then(Step.VOTE)
def vote(s: PathToSafety, seat: int, answer: int) -> None:
    """§3.5 A vote is kept until all are in."""
    s.wants_end[seat] = answer
    tell_sealed(s, seat, Event.VOTED, seat, answer)


@rules.step(Step.COUNT)
def count_votes(s: PathToSafety) -> None:
    """§3.5 The game ends if more than half of all seats want it, the caller counted."""
    open_seals(s)
    s.wants_end[s.active] = Vote.YES
    wanting = 0
    for seat in range(s.seats):
        wanting += s.wants_end[seat]
        s.last_votes[seat] = 1 + s.wants_end[seat]
        s.wants_end[seat] = Vote.NO
    if 2 * wanting > s.seats:
        tell(s, Event.AGREED, wanting, s.seats)
        end_game(s, Ending.VOTE_WON, Ending.VOTE_LOST)
    else:
        tell(s, Event.DISAGREED, wanting, s.seats)
