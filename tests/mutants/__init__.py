"""Rules broken on purpose: does a test of the game notice? `make mutants`."""
