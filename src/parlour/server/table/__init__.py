"""One table: the rows of its log, what they make of it, and who is sent what."""
