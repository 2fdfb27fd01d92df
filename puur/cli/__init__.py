"""The command `puur`: a thin shell over the layers above; it parses, calls and prints."""
