"""The pages: a folder for each subject, and what they share."""
