"""Web Push: what a message is encrypted and signed with, and how it is handed to a push service."""
