"""The arena: players meet on paired deals. It is the only judge of strength."""
