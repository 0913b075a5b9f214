"""Tables in play: what their logs have made of them, and what bots and clocks do."""
