"""How quick the games are: `parlour bench`.

Figures are taken by interleaved rounds (`rounds`), in this process or in a child at the other end
of a pipe (`lanes`): another build of ours, or a program with the engines of others.
"""
