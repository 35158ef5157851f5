"""The pages of a round: typed on one phone or on several, judged, and corrected."""
