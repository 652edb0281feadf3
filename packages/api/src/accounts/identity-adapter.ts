import { AsyncLocalStorage } from 'node:async_hooks'
import type { AccountStore, Change } from '@assay/db/types'
import { showBidiControls } from '@assay/domain/json/readable-text'
import type { DBAdapter, DBAdapterInstance, Where } from 'better-auth'
import { addressPrefix, type RequestFacts } from '../access/request-facts.ts'

/** The request that the identity library handles, and the kind of password change that it makes. */
export type IdentityRequest = { request: RequestFacts; password?: 'changed' | 'reset'; hasSecondFactor?: boolean }
export const identityRequest = new AsyncLocalStorage<IdentityRequest>()

type Row = Readonly<Record<string, unknown>>

/**
 * Adapter between the identity library and its tables (docs/decisions/068-adapter-for-better-auth.md).
 *
 * - A session's token is stored as a keyed hash, and tokens of providers are not stored at all.
 * - Each change and its audit event are written in one transaction, for every function of the library.
 */
export function auditedAdapter(
  library: DBAdapterInstance,
  {
    accounts,
    hashSession,
    onAddressChanged,
  }: {
    accounts: AccountStore
    hashSession: (token: string) => string
    /** Called after the change is committed. */
    onAddressChanged: (old: { email: string }, email: string) => void
  },
): DBAdapterInstance {
  return (options) => {
    const base = library(options)

    const write = async (userId: unknown, change: Omit<Change, 'object'> & { object?: Change['object'] }) => {
      const where = [{ field: 'id', value: String(userId) }]
      const person = await base.findOne<{ id: string; name: string }>({ model: 'user', where })
      if (person === null) return
      const request = identityRequest.getStore()?.request
      const address = addressPrefix(request?.address ?? null)
      const by = { kind: 'person', id: person.id, name: person.name, requestId: request?.requestId ?? null, address }
      const object = { kind: 'person', id: person.id, name: person.name }
      await accounts.writeEvent({ ...by, kind: 'person' }, { object, ...change })
    }

    const writeCreated = async (model: string, row: Row) => {
      const object = (name: unknown) => ({ kind: model, id: String(row.id), name: String(name ?? '') })
      if (model === 'user') await write(row.id, { action: 'person.signed-up' })
      if (model === 'passkey') await write(row.userId, { action: 'passkey.added', object: object(row.name) })
      if (model === 'account') {
        if (row.providerId === 'credential') await write(row.userId, { action: passwordAction() })
        else await write(row.userId, { action: 'account.linked', object: object(row.providerId) })
      }
      // A new password also creates a new session for this browser, which is not a sign-in.
      if (model === 'session' && identityRequest.getStore()?.password === undefined) {
        await write(row.userId, { action: 'person.signed-in' })
      }
    }

    const writeChanged = async (model: string, before: Row, update: Row) => {
      if (model === 'account' && 'password' in update) await write(before.userId, { action: passwordAction() })
      if (model !== 'user') return
      if (changesAddress(before, update)) {
        await write(before.id, { action: 'person.email-changed' })
      } else if (update.emailVerified === true && before.emailVerified !== true) {
        await write(before.id, { action: 'person.email-verified' })
      }
    }

    const writeDeleted = async (model: string, row: Row) => {
      const named = { session: 'session.ended', account: 'account.unlinked', passkey: 'passkey.removed' }[model]
      const object = { kind: model, id: String(row.id), name: String(row.providerId ?? row.name ?? '') }
      if (named !== undefined) await write(row.userId, { action: named, object })
    }

    const found = (model: string, where: Where[]) => base.findMany<Row>({ model, where, limit: MAX_ROWS })
    const seal = (model: string, row: Row): Row => {
      if (model === 'session' && typeof row.token === 'string') return { ...row, token: hashSession(row.token) }
      if (typeof row.name === 'string') return { ...row, name: showBidiControls(row.name) }
      if (model !== 'account') return row
      return Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_STORED.has(name)))
    }
    const sealWhere = (model: string, where: Where[]): Where[] =>
      model === 'session' ? where.map((one) => (one.field === 'token' ? { ...one, ...sealTokens(one) } : one)) : where
    const sealTokens = ({ value }: Where) => ({
      value: Array.isArray(value) ? value.map((one) => hashSession(String(one))) : hashSession(String(value)),
    })
    /**
     * A caller that found a session by its token gets that token back in the row; other callers get the stored hash.
     */
    const unseal = <T>(model: string, where: Where[] | undefined, row: T): T => {
      const asked = model === 'session' ? where?.find(({ field }) => field === 'token') : undefined
      if (asked === undefined || typeof row !== 'object' || row === null) return row
      const tokens = [asked.value].flat().map(String)
      const token = tokens.find((one) => 'token' in row && hashSession(one) === row.token)
      return token === undefined ? row : { ...row, token }
    }

    const recorded: DBAdapter = {
      ...base,
      create: <T extends Row, R = T>(args: Parameters<DBAdapter['create']>[0]) =>
        accounts.inOneTransaction(async () => {
          const row = await base.create<Row, Row>({ ...args, data: seal(args.model, args.data) })
          await writeCreated(args.model, row)
          const isProven = args.model === 'session' && identityRequest.getStore()?.hasSecondFactor === true
          if (isProven) await accounts.markSecondFactor(String(row.id))
          const token = args.model === 'session' ? { token: args.data.token } : {}
          // The row has the type of the library's own adapter, with the unhashed token.
          return { ...row, ...token } as R
        }),
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
      async update<T>(args: Parameters<DBAdapter['update']>[0]) {
        const { row, before, update } = await accounts.inOneTransaction(async () => {
          const where = sealWhere(args.model, args.where)
          const [before] = await found(args.model, where)
          const update = seal(args.model, args.update)
          const row = await base.update<T>({ ...args, where, update })
          if (before !== undefined && row !== null) await writeChanged(args.model, before, update)
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
          for (const before of rows) await writeChanged(args.model, before, update)
          return changed
        }),
      delete: (args) =>
        accounts.inOneTransaction(async () => {
          const where = sealWhere(args.model, args.where)
          const rows = await found(args.model, where)
          await base.delete({ ...args, where })
          for (const row of rows) await writeDeleted(args.model, row)
        }),
      deleteMany: (args) =>
        accounts.inOneTransaction(async () => {
          const where = sealWhere(args.model, args.where)
          const rows = RECORDED.has(args.model) ? await found(args.model, where) : []
          const gone = await base.deleteMany({ ...args, where })
          for (const row of rows) await writeDeleted(args.model, row)
          return gone
        }),
      transaction: (work) => accounts.inOneTransaction(() => work(recorded)),
    }
    return recorded
  }
}

const changesAddress = (before: Row | undefined, update: Row): boolean =>
  typeof update.email === 'string' && before !== undefined && update.email !== before.email

/** The library's own limit is 100 rows, which a person's sessions could exceed; no person has this many. */
const MAX_ROWS = 100_000
const RECORDED = new Set(['session', 'account', 'passkey'])
/** Tokens of GitHub and OIDC. They are not stored, because Assay never acts for a person there. */
const NOT_STORED = new Set(['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'])

const passwordAction = () => `person.password-${identityRequest.getStore()?.password ?? 'changed'}`
