"""The database of this part, step by step."""
