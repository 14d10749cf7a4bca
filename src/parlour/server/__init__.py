"""The tavern: tables that people and bots sit at over the network."""
