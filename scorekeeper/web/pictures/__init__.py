"""Pictures to share, drawn on the server in the look of the pages."""
