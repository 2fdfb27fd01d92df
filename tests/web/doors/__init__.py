"""Doors between the parts: web tables and the Jasstafel for evenings and clubs."""
