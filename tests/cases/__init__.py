"""The worked examples of the rules, and their reader."""
