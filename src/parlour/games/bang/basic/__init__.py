"""The first set: the cards and characters of the game's own box.  [BANG-1]"""
