"""What happens when the server dies."""
