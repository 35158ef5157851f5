"""Games and rounds as JSON: read strictly, written back, answered."""
