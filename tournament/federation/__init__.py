"""A federation of clubs that share a server: it invites clubs and they accept, either ends it, and one page shows the
leagues and tables of them all. It reads what each club shows to everybody, and for its secretary also leagues that are
not shown yet; it writes nothing of another club, and reads nothing else of one."""
