"""What a table is: cards, variants as data, plays, positions, notation."""
