"""The games of Moot."""
