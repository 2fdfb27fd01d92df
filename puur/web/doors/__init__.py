"""Doors between the parts: what was played at a web table or kept on the Jasstafel counts at its evening or in its club."""
