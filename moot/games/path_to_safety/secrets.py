"""Path to Safety, chapters 7 and 8: what is seen, what can be known; and the laws that hold whatever happens."""

from __future__ import annotations

from moot.engine import NOBODY, Row, ask, count, find, is_in, pick, rule, shuffle
from moot.games.path_to_safety.components import CARDS, DICE, HARDEST, STRATEGIES, Side
from moot.games.path_to_safety.rules import Ending, PathToSafety, Step, is_mad_science, is_won, rules


@rules.view
def show_difficulties(v: PathToSafety, s: PathToSafety, seat: int) -> None:
    """§7 The difficulties are turned up when the game is over."""
    if s.over != 0:
        for strategy in range(STRATEGIES):
            v.difficulty[strategy] = s.difficulty[strategy]


@rules.guess
def redeal(g: PathToSafety, seat: int) -> None:
    """§7 What a seat cannot see is dealt anew from the cards that it has not seen."""
    for strategy in range(STRATEGIES):
        redeal_strategy(g, strategy)
    redeal_hands(g, seat, gather_unseen(g, seat))
    if g.depth > 0 and g.agenda[g.depth - 1] == Step.COUNT:
        vote_anew(g, seat)


@rule
def redeal_strategy(g: PathToSafety, strategy: int) -> None:
    """§7 Any value that has not been turned up may be the difficulty; the others are the deck."""
    row, size = g.strategy_deck[strategy], 0
    for value in range(1, HARDEST + 1):
        if is_possible(g, strategy, value):
            row[size] = value
            size += 1
    at = pick(g, size) if g.over == 0 else find(row, size, g.difficulty[strategy])
    g.difficulty[strategy] = row[at]
    row[at] = row[size - 1]


@rule
def gather_unseen(g: PathToSafety, seat: int) -> int:
    """§7 Makes a deck of the cards that are neither discarded nor in the seat's own hand, and counts them."""
    mark_seen(g, g.discard, g.discards)
    if seat != NOBODY:
        mark_seen(g, g.held[seat], g.hand_size[seat])
    size = 0
    for card in range(1, CARDS + 1):
        if g.deck[card - 1] == 0:
            g.deck[size] = card
            size += 1
    return size


@rule
def mark_seen(g: PathToSafety, cards: Row, size: int) -> None:
    """§7 The blank deck of a view serves as a tally: place by place, whether that card has been seen."""
    for i in range(size):
        g.deck[cards[i] - 1] = 1


@rule
def redeal_hands(g: PathToSafety, seat: int, unseen: int) -> None:
    """§7 The others may hold any unseen ordinary cards with the backs that are seen; the rest is the deck."""
    shuffle(g, g.deck, unseen)
    for other in range(g.seats):
        if other != seat:
            for i in range(g.hand_size[other]):
                g.held[other, i] = take_unseen(g, unseen, g.backs[other, i])
                unseen -= 1


@rule
def take_unseen(g: PathToSafety, size: int, back: int) -> int:
    """§7 The last of the shuffled unseen cards that is ordinary and has this back."""
    at = size - 1
    while is_mad_science(g.deck[at]) or g.generation[g.deck[at]] != back:
        at -= 1
    card = g.deck[at]
    g.deck[at] = g.deck[size - 1]
    return card


@rule
def vote_anew(g: PathToSafety, seat: int) -> None:
    """§7 Nobody has seen the others' votes: they may have said, or be about to say, anything."""
    for i in range(1, g.seats):
        other = (g.active + i) % g.seats
        if other != seat:
            ask(g, other, Step.VOTE)


@rule
def is_possible(s: PathToSafety, strategy: int, value: int) -> bool:
    """§8 Whether the difficulty may still be this value."""
    return not is_in(s.revealed[strategy], value)


@rule
def count_beaten(s: PathToSafety, strategy: int) -> int:
    """§8 How many of the values that the difficulty may still be are lower than the progress."""
    beaten = 0
    for value in range(1, min(s.progress[strategy], HARDEST + 1)):
        beaten += is_possible(s, strategy, value)
    return beaten


@rule
def count_possible(s: PathToSafety, strategy: int) -> int:
    """§8 How many values the difficulty may still be: the hidden card and those in the strategy deck."""
    return s.strategy_size[strategy] + 1


@rules.law("each of the 108 science cards is in one place")
def cards_are_kept(s: PathToSafety) -> bool:
    """§1.2 Two packs and four jokers, in the deck, on the pile or in a hand."""
    number = s.deck_size + s.discards
    for seat in range(s.seats):
        number += s.hand_size[seat]
    half = CARDS // 2
    everything = (1 << half) - 1
    return s.rounds == 0 or (number == CARDS and lying(s, 1) == everything and lying(s, half + 1) == everything)


@rule
def lying(s: PathToSafety, first: int) -> int:
    """§1.2 Which of half the cards, counted from the first, lie anywhere: a bit for each."""
    bits = bits_of(s.deck, s.deck_size, first) | bits_of(s.discard, s.discards, first)
    for seat in range(s.seats):
        bits |= bits_of(s.held[seat], s.hand_size[seat], first)
    return bits


@rule
def bits_of(cards: Row, size: int, first: int) -> int:
    """§1.2 Which of half the cards, counted from the first, are in a row: a bit for each."""
    bits = 0
    for i in range(size):
        if 0 <= cards[i] - first < CARDS // 2:
            bits |= 1 << (cards[i] - first)
    return bits


@rules.law("nobody holds mad science, and backs tell when a card was last shuffled")
def hands_are_ordinary(s: PathToSafety) -> bool:
    """§7 Everyone sees the backs of the cards that are held."""
    kept = True
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            card = s.held[seat, i]
            kept &= not is_mad_science(card) and s.backs[seat, i] == s.generation[card]
    return kept


@rules.law("the deck is what was last shuffled")
def deck_is_fresh(s: PathToSafety) -> bool:
    """§5.2 A new deck is made only when the old one is empty."""
    fresh = True
    for i in range(s.deck_size):
        fresh &= s.generation[s.deck[i]] == s.reshuffles
    return fresh


@rules.law("each of the 13 cards of a strategy is hidden, turned up or in its deck")
def strategies_are_kept(s: PathToSafety) -> bool:
    """§1.3 The difficulty is none of the values turned up."""
    kept = True
    for strategy in range(STRATEGIES):
        values = s.revealed[strategy] | 1 << s.difficulty[strategy]
        for i in range(s.strategy_size[strategy]):
            values |= 1 << s.strategy_deck[strategy, i]
        size = s.strategy_size[strategy] + 1 + count(s.revealed[strategy])
        kept &= size == HARDEST and values == (1 << (HARDEST + 1)) - 2
    return kept


@rules.law("the indicator is turned when one die is left")
def dice_are_kept(s: PathToSafety) -> bool:
    """§4.3 One to fourteen dice; more than one under "1 × continue"."""
    return (s.side == Side.CONTINUE) + 1 <= s.pool <= DICE


@rules.law("progress is never lost")
def progress_is_kept(s: PathToSafety) -> bool:
    """§1.5 A counter starts at the chosen number and only rises."""
    kept = True
    for strategy in range(STRATEGIES):
        kept &= s.progress[strategy] >= s.start_progress
    return kept


@rules.law("the game is won if a strategy works")
def ending_is_true(s: PathToSafety) -> bool:
    """§5.1 All win or all lose, and the ending says which."""
    won = s.over in (Ending.CONTINUE_WON, Ending.END_WON, Ending.VOTE_WON)
    return s.over == 0 or won == is_won(s)
