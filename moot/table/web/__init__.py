"""Addresses, what guards them, and how a server is watched."""
