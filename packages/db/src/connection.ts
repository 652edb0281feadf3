import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { Catalogues } from './catalogue/catalogues.ts'
import { PrismaClient } from './generated/client.ts'
import { KnownRows } from './upload/known-rows.ts'

/**
 * One pool under both clients: Prisma for plain finds of single rows, pg for everything that aggregates or is large.
 * (docs/decisions/012-prisma-and-pg-side-by-side.md)
 */
export type Connection = { pool: Pool; prisma: PrismaClient; known: KnownRows; catalogues: Catalogues }

export function connect(url: string, max: number): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'assay',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection that the server ends is replaced at the next use; unheard, this event would end the process.
  pool.on('error', () => undefined)
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    known: new KnownRows(),
    catalogues: new Catalogues(pool),
  }
}
