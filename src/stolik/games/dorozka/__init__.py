"""Dorożka, two-hand Belotte: 32 cards, two seats, trump, combinations, nine tricks."""
