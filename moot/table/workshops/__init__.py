"""Several tables that one facilitator runs."""
