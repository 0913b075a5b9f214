"""Simulate and measure."""

from moot.lab.figures import Figure
from moot.lab.simulate import SeatFigures, Simulation, seed_of_game, simulate

__all__ = ["Figure", "SeatFigures", "Simulation", "seed_of_game", "simulate"]
