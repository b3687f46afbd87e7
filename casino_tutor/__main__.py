"""``python -m casino_tutor`` is the command ``casino-tutor``."""

from casino_tutor.cli import main

if __name__ == "__main__":
    main()
