import { AsyncLocalStorage } from 'node:async_hooks'
import { invariant } from '@assay/domain/result'
import { z } from 'zod'
import type { PrismaClient } from '../generated/client.ts'
import { currentConnectionSource } from './project-pools.ts'
import type { ConnectionSource } from './read-replica.ts'

/** The options of the data loader inside Prisma's client, which its types do not list. */
type LoaderOptions = {
  batchBy: (request: object) => string | undefined
  singleLoader: (request: object) => Promise<unknown>
  batchLoader: (requests: object[]) => Promise<unknown[]>
}

const isFunction = z.custom<unknown>((value) => typeof value === 'function')
const PrismaInternals = z.object({
  dataloader: z.object({
    options: z.object({ batchBy: isFunction, singleLoader: isFunction, batchLoader: isFunction }),
  }),
})

/**
 * Makes a client of Prisma run each operation in the asynchronous context of its caller.
 *
 * Prisma collects look-ups by a unique key and all operations of transactions until the next tick, and then runs all of
 * them in the context of the first one, so that they would use its connection and its login. This function remembers
 * the context of each operation, and look-ups are merged only if they use the same source.
 * (docs/decisions/346-operations-keep-their-context.md)
 */
export function keepRequestContext(client: PrismaClient): PrismaClient {
  const handler: unknown = Reflect.get(client, '_requestHandler')
  invariant(PrismaInternals.safeParse(handler).success, 'this version of Prisma collects requests in a data loader')
  const { options } = (handler as { dataloader: { options: LoaderOptions } }).dataloader
  const { batchBy, singleLoader, batchLoader } = options
  const contexts = new WeakMap<object, ReturnType<typeof AsyncLocalStorage.snapshot>>()
  const runIn = <T>(request: object | undefined, work: () => T): T => {
    const context = request === undefined ? undefined : contexts.get(request)
    invariant(context !== undefined, 'Prisma asks for the batch of a request before it sends the request')
    return context(work)
  }
  options.batchBy = (request) => {
    contexts.set(request, AsyncLocalStorage.snapshot())
    const batch = batchBy(request)
    return batch === undefined ? undefined : `${sourceNumber(currentConnectionSource())} ${batch}`
  }
  options.singleLoader = (request) => runIn(request, () => singleLoader(request))
  options.batchLoader = (requests) => runIn(requests[0], () => batchLoader(requests))
  return client
}

const sourceNumbers = new WeakMap<ConnectionSource, number>()
let sources = 0

function sourceNumber(source: ConnectionSource): number {
  const known = sourceNumbers.get(source)
  if (known !== undefined) return known
  sources += 1
  sourceNumbers.set(source, sources)
  return sources
}
