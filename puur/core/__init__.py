"""The rules of Jass: pure, standard library only, no I/O, no clock, no hidden randomness."""
