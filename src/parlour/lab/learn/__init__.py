"""Learned players: a network that scores candidate choices, taught by imitation, then self-play.

`company` deals tables and says who sits there; `collect` plays them in processes and gathers what
was seen; `net` is the network, `lessons` how it learns; `training` runs it all, in pieces.  Needs
PyTorch and NumPy (`parlour[learn]`); whoever plays against what was learnt needs neither PyTorch
nor anything of this folder (`parlour.bots.learned`).
"""
