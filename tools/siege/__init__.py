"""Attacks on a server beside honest tables: `make siege`.

`__main__.py` is the command, `measure.py` what is measured, `honest.py` those who suffer.
`attack.py` says what an attack is; they are in `floods.py` (below the application), `mishaps.py`
(the store, the clock, the disk) and `misuse.py` (guests who play unfairly).
"""
