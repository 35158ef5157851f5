"""The content of the rules pages: articles and worked examples."""
