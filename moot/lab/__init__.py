"""Simulate and measure."""

from moot.lab.figures import Figure
from moot.lab.simulate import Simulation, seed_of_game, simulate

__all__ = ["Figure", "Simulation", "seed_of_game", "simulate"]
