"""Backups of a whole club: one file each, made while evenings run, read back, and put in the place of what is there.

A backup holds the database as it stood at one moment, the port that is on printed codes and, if wanted, the power-cut
kits; the emblem is in the database. It holds nobody's sign-in and no secret key: after a restore everybody signs in
again, and a player finds their own page again by name. Who brings an evening to another club exports it instead.

`backup_file` is the file, `locking` its passphrase, `database_copy` what it holds, `generations` which ones stay,
`second_place` the stick or share, `backup_worker` what is made without being asked, `restart` how a page restores.
"""
