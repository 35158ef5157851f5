"""The pages of a club's players."""
