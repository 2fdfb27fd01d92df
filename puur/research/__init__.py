"""For research: a PettingZoo environment and export of games to Parquet. Optional: `pip install puur[research]`."""
