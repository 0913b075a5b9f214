"""What is said to whoever looks on, over sockets, and what is heard from them."""
