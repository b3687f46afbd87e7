"""How it is shown: widgets for a notebook. They show what a headless session says, no more."""
