"""Turning Points, chapter by chapter."""
