"""The laboratory: simulation, arenas, digests, golden playthroughs, mutants."""
