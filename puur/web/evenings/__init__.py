"""The pages of a tournament evening: organiser, tables, office, players, beamer. The engine is `puur.evening`."""
