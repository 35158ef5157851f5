"""The database: its tables, its migrations, and how rows become values."""
