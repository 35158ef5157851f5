"""Games out of the score book and into it: documents, archives, tables for spreadsheets."""
