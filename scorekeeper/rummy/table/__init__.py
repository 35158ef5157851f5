"""Questions about the melds on the table during a round."""
