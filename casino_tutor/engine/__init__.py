"""What should be done: exact values of plays by search."""
