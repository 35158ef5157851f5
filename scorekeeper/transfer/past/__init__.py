"""Results from elsewhere: from a table, a spreadsheet or BG Stats into games without rounds."""
