"""A Jass evening: draw, sheets, control sums, standings. Pure: no clock, no files; randomness is a seed that is passed in."""
