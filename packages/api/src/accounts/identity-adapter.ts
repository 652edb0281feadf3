import type { AccountStore } from '@assay/db/types'
import type { DBAdapter, DBAdapterInstance, Where } from 'better-auth'
import { hashSessionTokens } from './hash-session-tokens.ts'
import { changesAddress, identityEvents, type Row } from './identity-events.ts'
import { identityRequest } from './identity-request.ts'

type AdapterOptions = {
  accounts: AccountStore
  hashSession: (token: string) => string
  /** Called after the change is committed. */
  onAddressChanged: (old: { email: string }, email: string) => void
}

/**
 * Adapter between the identity library and its tables (docs/decisions/068-adapter-for-better-auth.md).
 *
 * - A session's token is stored as a keyed hash, and tokens of providers are not stored at all.
 * - Each change and its audit event are written in one transaction, for every function of the library.
 */
export function auditedAdapter(library: DBAdapterInstance, options: AdapterOptions): DBAdapterInstance {
  return (libraryOptions) => {
    const base = library(libraryOptions)
    const { accounts, hashSession } = options
    const context = {
      ...options,
      base,
      ...hashSessionTokens(hashSession),
      events: identityEvents(base, accounts),
      found: (model: string, where: Where[]) => base.findMany<Row>({ model, where, limit: MAX_ROWS }),
    }
    const recorded: DBAdapter = {
      ...base,
      ...sealedReads(context),
      ...recordedUpdates(context),
      ...recordedRows(context),
      transaction: (work) => accounts.inOneTransaction(() => work(recorded)),
    }
    return recorded
  }
}

type Context = AdapterOptions &
  ReturnType<typeof hashSessionTokens> & {
    base: DBAdapter
    events: ReturnType<typeof identityEvents>
    found: (model: string, where: Where[]) => Promise<Row[]>
  }

/** Filters contain tokens, which are hashed before the query. */
function sealedReads({ base, sealWhere, unseal }: Context): Pick<DBAdapter, 'findOne' | 'findMany' | 'count'> {
  return {
    async findOne(args) {
      const where = sealWhere(args.model, args.where)
      return unseal(args.model, args.where, await base.findOne({ ...args, where }))
    },
    async findMany<T>(args: Parameters<DBAdapter['findMany']>[0]) {
      if (args.where === undefined) return base.findMany<T>(args)
      const rows = await base.findMany<T>({ ...args, where: sealWhere(args.model, args.where) })
      return rows.map((row) => unseal(args.model, args.where, row))
    },
    count: (args) =>
      base.count({ ...args, ...(args.where !== undefined && { where: sealWhere(args.model, args.where) }) }),
  }
}

function recordedUpdates(context: Context): Pick<DBAdapter, 'update' | 'updateMany'> {
  const { accounts, base, events, found, seal, sealWhere, unseal, onAddressChanged } = context
  return {
    async update<T>(args: Parameters<DBAdapter['update']>[0]) {
      const { row, before, update } = await accounts.inOneTransaction(async () => {
        const where = sealWhere(args.model, args.where)
        const [before] = await found(args.model, where)
        const update = seal(args.model, args.update)
        const row = await base.update<T>({ ...args, where, update })
        if (before !== undefined && row !== null) await events.changed(args.model, before, update)
        return { row: unseal(args.model, args.where, row), before, update }
      })
      if (row !== null && args.model === 'user' && changesAddress(before, update)) {
        onAddressChanged({ email: String(before?.email) }, String(update.email))
      }
      return row
    },
    updateMany: (args) =>
      accounts.inOneTransaction(async () => {
        const where = sealWhere(args.model, args.where)
        const rows = await found(args.model, where)
        const update = seal(args.model, args.update)
        const changed = await base.updateMany({ ...args, where, update })
        for (const before of rows) await events.changed(args.model, before, update)
        return changed
      }),
  }
}

/** Rows that are created and deleted with an audit event. */
function recordedRows(context: Context): Pick<DBAdapter, 'create' | 'delete' | 'deleteMany'> {
  const { accounts, base, events, found, seal, sealWhere } = context
  return {
    create: <T extends Row, R = T>(args: Parameters<DBAdapter['create']>[0]) =>
      accounts.inOneTransaction(async () => {
        const row = await base.create<Row, Row>({ ...args, data: seal(args.model, args.data) })
        await events.created(args.model, row)
        const isProven = args.model === 'session' && identityRequest.getStore()?.hasSecondFactor === true
        if (isProven) await accounts.markSecondFactor(String(row.id))
        const providers = args.model === 'session' ? (identityRequest.getStore()?.providers ?? []) : []
        if (providers.length > 0) await accounts.markProviders(String(row.id), providers)
        const token = args.model === 'session' ? { token: args.data.token } : {}
        // The row has the type of the library's own adapter, with the unhashed token.
        return { ...row, ...token } as R
      }),
    delete: (args) =>
      accounts.inOneTransaction(async () => {
        const where = sealWhere(args.model, args.where)
        const rows = await found(args.model, where)
        await base.delete({ ...args, where })
        for (const row of rows) await events.deleted(args.model, row)
      }),
    deleteMany: (args) =>
      accounts.inOneTransaction(async () => {
        const where = sealWhere(args.model, args.where)
        const rows = RECORDED.has(args.model) ? await found(args.model, where) : []
        const gone = await base.deleteMany({ ...args, where })
        for (const row of rows) await events.deleted(args.model, row)
        return gone
      }),
  }
}

/** The library's own limit is 100 rows, which a person's sessions could exceed; no person has this many. */
const MAX_ROWS = 100_000
const RECORDED = new Set(['session', 'account', 'passkey'])
