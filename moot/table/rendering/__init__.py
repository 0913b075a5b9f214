"""How tables, rulebooks and games that are over are drawn."""
