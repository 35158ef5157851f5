"""The pages of a game: set up, sheet, history, deletion."""
