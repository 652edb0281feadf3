// Servers, backups and restores of one database recognize each other by these.

/** How the comment of a schema begins while a restore loads it: no server is ready with it (scripts/admin/backup). */
export const UNFINISHED_RESTORE = 'Assay: unfinished restore from'

/** "ASBK": the advisory lock that a backup holds, so that raw files of its snapshot are not deleted meanwhile. */
export const BACKUP_LOCK = 0x4153424b
