import type { PrismaClient } from '../generated/client.ts'
import { withConnectionSource } from './project-pools.ts'
import type { ConnectionSource } from './read-replica.ts'

/**
 * A client of Prisma whose operations take their connections from this source. All sources share one client, because each
 * has a query compiler and a graph of all models, which need some 15 MB.
 */
export function prismaOnSource(client: PrismaClient, source: ConnectionSource): PrismaClient {
  const onSource = client.$extends({
    name: 'source',
    query: {
      // An operation of Prisma begins when it is awaited, which has to happen in the context of the source.
      $allOperations: ({ args, query }) => withConnectionSource(source, async () => await query(args)),
    },
    client: {
      $transaction: (...args: Parameters<PrismaClient['$transaction']>) =>
        withConnectionSource(source, async () => await client.$transaction(...args)),
    },
  })
  // Both extensions act before an operation and change no signature, which the types of $extends cannot express.
  return onSource as unknown as PrismaClient
}
