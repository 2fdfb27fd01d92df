"""The web table: pages, accounts, storage, and live tables in one process. The rules are those of `puur.core`."""
