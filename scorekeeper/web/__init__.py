"""The pages: a folder a subject, and what all subjects share."""
