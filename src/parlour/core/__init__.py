"""The kernel: seats, frames, decisions, events, dice.  It knows no game."""
