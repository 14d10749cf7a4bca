"""An evening: people are drawn to tables round by round, and one standing counts everybody."""
