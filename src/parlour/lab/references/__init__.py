"""Bots that never change again: what every other bot is measured against.

Each is the first bot of its room that played well, kept as it was.  Tests hold their choices.
"""
