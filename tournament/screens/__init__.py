"""What hangs on the walls of the hall, what is called out over it, and prize-giving."""
