"""What the commands answer, as JSON values, and many questions in one file."""
