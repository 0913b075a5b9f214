"""Times the peers at Leduc hold'em and prints JSON. `peers.py` runs this in the environment that it makes for them.

python benchmarks/peer_runs.py [pgx]
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from random import choice, choices, random
from typing import Any

from stopwatch import per_second

Work = Callable[[int], float]
PGX_GAMES = 4096  # side by side: more are no faster on one core


def exact(state: Any) -> tuple[float, float]:
    """What the first player wins and how many decisions are made, both expected, when all play at random from here."""
    if state.is_terminal():
        return state.returns()[0], 0.0
    moves = state.legal_actions()
    branches = state.chance_outcomes() if state.is_chance_node() else [(move, 1 / len(moves)) for move in moves]
    parts = [(chance, *exact(state.child(action))) for action, chance in branches]
    value, decisions = (sum(part[0] * part[i] for part in parts) for i in (1, 2))
    return value, decisions + (not state.is_chance_node())


def open_spiel_python(game: Any) -> Work:
    """Playouts as OpenSpiel's own examples write them, with Python's quicker `choices` for NumPy's."""

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choices(actions, chances)[0])
                else:
                    state.apply_action(choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return work


def open_spiel_lean(game: Any) -> Work:
    """Playouts trimmed by hand, which know what does not hold in every game: all outcomes of chance are equally likely."""

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
        return decisions

    return work


def open_spiel_cpp(game: Any, decisions_per_game: float) -> Work:
    """Rollouts in C++: a search of one simulation evaluates its root, by as many rollouts as are wished, and does no more.

    The root has both cards dealt, since the search cannot begin at chance. Random players do not look at cards, so a rollout
    from there takes as many decisions as a whole game, and is spared the dealing.
    """
    import pyspiel

    root = game.new_initial_state()
    for _ in range(2):
        root.apply_action(root.legal_actions()[0])

    def work(rollouts: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
        bot = pyspiel.MCTSBot(
            game, evaluator, 2.0, max_simulations=1, max_memory_mb=10, solve=False, seed=1, verbose=False
        )
        bot.mcts_search(root)
        return rollouts * decisions_per_game

    return work


def rlcard_run() -> Work:
    """Whole games by RLCard's own loop and random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("leduc-holdem")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work(games: int) -> int:
        # A seat's trajectory is state, action, state, action, ..., last state.
        return sum(len(seat) // 2 for _ in range(games) for seat in env.run(is_training=True)[0])

    return work


def rlcard_lean() -> Work:
    """The same environment stepped by hand, without agents and trajectories."""
    import rlcard

    env = rlcard.make("leduc-holdem")

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(random() * len(actions))])
                decisions += 1
        return decisions

    return work


def on_one_core() -> None:
    """Keep this process's threads on one core, where the system can do that. (Only JAX has several that work.)"""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def pgx() -> Work:
    """Many games side by side in one compiled loop, a new one in the place of each that ends."""
    import jax  # type: ignore[import-not-found]
    from pgx import make  # type: ignore[import-not-found]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    on_one_core()
    env = make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    def move(_: int, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        states, key = carried
        key, for_moves, for_games = jax.random.split(key, 3)
        moves = jax.random.categorical(for_moves, jax.numpy.log(states.legal_action_mask.astype(float)), axis=1)
        return step(states, moves, jax.random.split(for_games, PGX_GAMES)), key

    begin = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), PGX_GAMES))
    play = jax.jit(lambda states, key, moves: jax.lax.fori_loop(0, moves, move, (states, key)))

    def work(moves: int) -> int:
        jax.block_until_ready(play(begin, jax.random.PRNGKey(1), moves))
        return moves * PGX_GAMES

    return work


def measure() -> dict[str, Any]:
    """All peers but Pgx."""
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    value, decisions = exact(game.new_initial_state())
    works = {
        "open_spiel_cpp": open_spiel_cpp(game, decisions),
        "open_spiel_python": open_spiel_python(game),
        "open_spiel_lean": open_spiel_lean(game),
        "rlcard": rlcard_run(),
        "rlcard_lean": rlcard_lean(),
    }
    rates = {name: per_second(work) for name, work in works.items()}
    return {"rates": rates, "exact_value": value, "exact_decisions": decisions}


def main() -> None:
    """Measure and print."""
    figures = {"rates": {"pgx": per_second(pgx())}} if sys.argv[1:] == ["pgx"] else measure()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
