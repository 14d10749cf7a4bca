"""The table drawn on a terminal with Rich.  Nothing else of Parlour knows Rich, but `progress`."""
