"""Tags for the pages of evenings."""
