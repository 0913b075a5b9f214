"""The table: its server, from the outside."""
