"""All tables of one process, and the other processes that share its store."""
