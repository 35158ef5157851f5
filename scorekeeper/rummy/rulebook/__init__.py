"""What the pages of the rules are made of: articles and examples."""
