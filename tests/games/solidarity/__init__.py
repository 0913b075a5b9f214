"""Tests of Solidarity."""
