"""Self-play that trains the network player. Needs PyTorch (the extra `train`); playing needs NumPy alone."""
