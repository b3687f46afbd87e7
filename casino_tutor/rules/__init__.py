"""What may be done: groups, every legal play, every broken rule, what a play does."""
