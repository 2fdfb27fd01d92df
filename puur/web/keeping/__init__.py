"""Keeping what was confirmed: dumps that move between databases, snapshots of a running system, and the check that rebuilds
every projection from its events. Models are found through Django's registry, so that a new one is never forgotten."""
