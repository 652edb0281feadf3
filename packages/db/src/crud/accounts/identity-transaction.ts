import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '../../connection.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { AccountStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

/** Limits above the time of any response, so that rows locked by a hanging process are released. */
const TIMES = { maxWait: 10_000, timeout: 20_000 }

type Identity = Pick<
  AccountStore,
  'identityClient' | 'inOneTransaction' | 'writeEvent' | 'markSecondFactor' | 'markProviders'
>

/**
 * The client of the identity library, which has no audit log: its statements inside `inOneTransaction` are committed
 * together with the events of `writeEvent`.
 */
export function identityTransaction(prisma: Connection['prisma']): Identity {
  const running = new AsyncLocalStorage<Transaction>()
  const client = new Proxy<object>(prisma, {
    get(outside, name) {
      const inside = running.getStore()
      // A nested transaction on another connection would wait for the outer one, so the library gets the outer one.
      if (name === '$transaction' && inside !== undefined) return (work: (tx: object) => unknown) => work(inside)
      return Reflect.get(inside ?? outside, name)
    },
  })
  return {
    identityClient: client,

    inOneTransaction: (work) =>
      running.getStore() === undefined ? prisma.$transaction((tx) => running.run(tx, work), TIMES) : work(),

    async markSecondFactor(id) {
      await (running.getStore() ?? prisma).session.updateMany({ where: { id }, data: { secondFactor: true } })
    },

    async markProviders(sessionId, providerIds) {
      const data = providerIds.map((providerId) => ({ sessionId, providerId }))
      await (running.getStore() ?? prisma).sessionProvider.createMany({ data, skipDuplicates: true })
    },

    writeEvent: (by, change) => writeDirectoryEvent(running.getStore() ?? prisma, null, by, change),
  }
}
