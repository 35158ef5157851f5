"""What people type: kept as typed, read once, given back with a message where it is wrong."""
