"""Polycrisis, chapter by chapter."""
