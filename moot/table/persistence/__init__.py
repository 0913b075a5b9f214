"""What is kept: the logs of tables and workshops, lists that follow from them, and where they lie."""
