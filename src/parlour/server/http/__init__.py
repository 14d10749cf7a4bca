"""Every path that is no socket: tables, games and their rules, evenings, the built page."""
