"""How a table looks: words, terminal text and SVG pictures. No rule is judged here."""
