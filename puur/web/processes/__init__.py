"""Which web processes run and which of them holds which table, in the database that they share."""
