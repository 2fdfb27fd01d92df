"""The pages of a club: members, officials, treasurer, public. The engine is `puur.season`."""
