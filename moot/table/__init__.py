"""The table: people play in a browser, with each other and with bots; programs over the same socket."""
