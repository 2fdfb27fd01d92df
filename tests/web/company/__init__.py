"""Company: deals for everybody, open tables, people, ratings, puzzles."""
