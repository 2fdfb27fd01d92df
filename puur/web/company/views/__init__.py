"""The pages of company."""
