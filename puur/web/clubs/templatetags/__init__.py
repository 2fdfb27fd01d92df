"""Template tags of the club pages."""
