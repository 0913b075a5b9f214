"""The acceptance checks of an evening at the table: whole games are played by presses alone, and every question is looked at."""
