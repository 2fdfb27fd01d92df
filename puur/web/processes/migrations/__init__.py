"""Migrations of the leases."""
