import type { Connection } from '../../connection.ts'

/** Prisma for tables above projects. */
export type DirectoryClient = Connection['prisma']
