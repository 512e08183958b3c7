"""Results of whole matches: personal score sheets, slips, rulings, and the board of a round."""
