"""How it is taught: headless sessions that widgets, terminal and tests drive alike."""
