"""Treasury: rules, cards, secrets, words."""
