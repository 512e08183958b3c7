"""Makes, reads and restores backups of a whole club, one file each, also while evenings run.

A backup holds the database as it stood at one moment, the port in printed codes and, if wanted, the power-cut kits; the
emblem is in the database. It holds no sign-ins and no secret key: after a restore everybody signs in again, and players
find their own page again by name. To bring an evening to another club, export it instead.

`backup_file` is the file, `locking` its passphrase, `database_copy` what it holds, `generations` which ones stay,
`second_place` the stick or share, `backup_worker` the backups that are made automatically, `restart` how a page
restores one.
"""
