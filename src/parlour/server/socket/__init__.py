"""A seat's connection: its messages, its outbox, and how far away it is."""
