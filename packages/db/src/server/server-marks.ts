// Servers, backups and restores of one database recognize each other by these.

/** Prefix of the schema comment while a restore is loading data; no server is ready with it (scripts/admin/backup). */
export const UNFINISHED_RESTORE = 'Assay: unfinished restore from'

/** "ASBK": the advisory lock of a running backup, so that raw files of its snapshot are not deleted. */
export const BACKUP_LOCK = 0x4153424b
