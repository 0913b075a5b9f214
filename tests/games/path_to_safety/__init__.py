"""Path to Safety, chapter by chapter."""
