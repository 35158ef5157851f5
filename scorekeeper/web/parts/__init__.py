"""What several pages are made of: forms, cards, charts, pictures, and words for numbers."""
