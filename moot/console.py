"""What commands write on: results on the screen, and notes on the way beside them."""

from rich.console import Console

screen, notes = Console(), Console(stderr=True)
