"""What a good player of Polycrisis looks at."""
