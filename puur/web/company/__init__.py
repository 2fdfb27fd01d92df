"""Company: the deal of the day, open tables, friends, manners, ratings, puzzles. docs/company.md says what each is for."""
