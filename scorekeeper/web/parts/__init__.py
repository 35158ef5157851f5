"""Parts that several pages share: forms, cards, charts, pictures, and words for numbers."""
