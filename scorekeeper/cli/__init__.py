"""The command line: one module a command, each loading only what it needs when it runs."""
