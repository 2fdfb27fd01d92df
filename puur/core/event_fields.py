"""What a field of an event holds where its type alone does not say it; whoever writes events down reads it from here."""

from __future__ import annotations

from typing import Annotated

from puur.core.cards import CardSet

Seat = Annotated[int, "seat"]  # from 0 in playing order; a letter on paper
Team = Annotated[int, "team"]  # a side, from 0; on paper the letters of its seats
Count = Annotated[int, "count"]  # from 0
Name = Annotated[str, "name"]  # a word that programs read, such as the id of a provision
Text = Annotated[str, "text"]  # what people say or write
Hands = Annotated[tuple[CardSet, ...], "hands"]  # by seat
