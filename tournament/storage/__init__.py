"""The data folder, its lock, and what a disk or a database that fails is told to people in."""
