"""The database: its tables, its migrations, and the conversion of rows to values."""
