"""Scenario files: reading, checking and playing them.  docs/scenarios.md describes the format.

From a file to a verdict: `source` (where everything stands), `scene` (the file), `sentence` (the
play, line by line), `lexicon`, `laid`, `sorts` and `proof` (does every name mean something, and
can it be there?), `setting` (the table), `stage` (the performance), `acts` (what a sentence does),
`matching` (when two values are the same).
"""
