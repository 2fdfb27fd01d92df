"""Template tags of company."""
