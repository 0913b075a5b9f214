"""What bots do: refuse, and choose with sense."""

from __future__ import annotations

from moot.bots import Player, play_out
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import NO_CARD, NO_PROJECT
from moot.games.polycrisis.research import NO_SLOT, NO_TECH
from moot.games.polycrisis.rules import Event, Step
from moot.lab import simulate
from tests.games.polycrisis.table import engaging, hand, kind, play, problems, research_stands, stand, table, told


def test_what_can_be_refused() -> None:
    """§3.2.1 §3.2.2 §3.2.5 §3.3.1 §3.3.2 Whatever one may do; but a class, first crises and draws are not refused."""
    assert {choice.step: choice.declines for choice in GAME.rules.choices.values() if choice.declines is not None} == {
        Step.START_PROJECT: (NO_PROJECT,),
        Step.PLAY_CARD: (NO_CARD,),
        Step.CONSULTANT: (0,),
        Step.START_RESEARCH: (NO_TECH,),
        Step.CARD_FOR_RESEARCH: (NO_CARD,),
        Step.FUND_RESEARCH: (NO_SLOT,),
    }


def test_refusing_in_a_phase() -> None:
    """§3.2.2 §3.2.5 §3.3.2 Neither a card for a project that stands nor one for research, and no money for either."""
    t = table("7♣ 9♥", money=3)
    stand(t, 0, 2, "AIR")
    research_stands(t, 0, "♥")
    steps, player = [], Player(t, ["passive"])
    while t.state.asking[0] != Step.READY:
        steps.append(Step(t.state.asking[0]))
        player.play()
    assert steps == [Step.PLAY_CARD, Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH]
    assert (hand(t, 0), t.state.money[0]) == (["7♣", "9♥"], 3)
    t = table("7♣", money=3)
    stand(t, 0, 2, "AIR")
    play(t, 0, Step.PLAY_CARD, kind("7♣"), 0, 0)
    Player(t, ["passive"]).play()
    assert t.state.spent[0] == 0


def test_refusing_everything() -> None:
    """§3.2.1 §3.3.1 A game in which nothing is started, and all that was drawn is kept."""
    t = play_out(GAME.start(seats=3, seed=2, chips_per_turn=0, start_crises=0), ["passive"])
    assert not told(t, Event.PROJECT_STARTED)
    assert not told(t, Event.RESEARCH_STARTED)
    assert list(t.state.cards[:3]) == [16] * 3
    assert list(t.state.money[:3]) == [40] * 3


def test_bots_choose_where_it_does_least_harm() -> None:
    """§2.2 First what is on no die; and they win more often than by lot."""
    t = engaging(3, start_crises=3, first_crises="hand")
    player = Player(t, ["greedy"])
    for _ in range(3):
        player.play()
    assert t.state.crisis == problems("LAN NIT BIO")
    rates = [
        simulate(GAME, 4000, bots=["greedy"], options={"chips_per_turn": 5, "first_crises": way}).win_rate
        for way in ("lot", "hand")
    ]
    assert rates[0].value + 0.03 < rates[1].value
