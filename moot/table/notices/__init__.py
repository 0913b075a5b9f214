"""Turn notices: whoever is awaited and not here is told, by the ways they have chosen."""
