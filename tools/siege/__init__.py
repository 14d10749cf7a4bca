"""Attacks on a server beside honest tables: `make siege`.

`__main__.py` is the command, `measure.py` what is measured, `honest.py` those who suffer.
`attack.py` says what an attack is, and all that must hold; attacks are in `floods.py` (below the
application), `strangers.py` (who asks from elsewhere), `mishaps.py` (rows, rules, the clock, the
disk), `files.py` (archives, the database, commands), `misuse.py` (guests who play unfairly) and
`evenings.py`.
"""
