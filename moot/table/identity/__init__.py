"""Who somebody is: links to another device, words to come back by, settings, and what is kept of them."""
