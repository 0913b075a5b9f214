"""Moot: a table and a laboratory for games of collective action."""
