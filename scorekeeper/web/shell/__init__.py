"""What every page needs: who asks, in which language, what is refused, and how it is answered."""
