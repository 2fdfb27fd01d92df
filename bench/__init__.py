"""Benchmarks: each checks its results before it times them, and prints ratios from one run on one machine."""
