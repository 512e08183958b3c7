"""The table's phone, which records hands, and a player's own page. Neither needs an account."""
