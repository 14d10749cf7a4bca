"""Kill servers under load, again and again, and see whether anything that was promised is lost.

`__main__.py` is the command, `run.py` one run of it: servers, parties and kills.  A party is what
some guests do together: a table (`table.py`), a series, an evening (`evening.py`).  `mix.py` says
which there are, `database.py` has the databases that are killed too.  `journal.py` compares what
was acknowledged with the logs in the store.
"""
