"""Tools of the repository itself; nothing here is shipped with Puur."""
