"""Simulate, measure, and let bots play against each other."""

from moot.lab.arena import Arena, Pairing, Standing, arena
from moot.lab.figures import Figure
from moot.lab.simulate import SeatFigures, Simulation, seed_of_game, simulate

__all__ = [
    "Arena",
    "Figure",
    "Pairing",
    "SeatFigures",
    "Simulation",
    "Standing",
    "arena",
    "seed_of_game",
    "simulate",
]
