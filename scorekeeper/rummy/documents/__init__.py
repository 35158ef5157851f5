"""Games and rounds as JSON: reading them strictly, writing them and answering them."""
