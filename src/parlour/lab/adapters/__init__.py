"""Games as environments of the libraries that researchers use.

`turns` makes a table a sequence of single answers, `play` puts bots into the other seats, and
`tables` steps many of them at once.  None of these needs a library.  On them stand the adapters,
each in a module of its own that imports its library: `gymnasium_env`, `pettingzoo_env`,
`openspiel_game`, and `vector` for NumPy.  docs/researchers.md says how to use them.
"""
