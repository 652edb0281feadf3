import type { AccountStore, Change } from '@assay/db/types'
import type { DBAdapter } from 'better-auth'
import { addressPrefix } from '../access/request-facts.ts'
import { identityRequest } from './identity-request.ts'

export type Row = Readonly<Record<string, unknown>>

/** Writes the audit events of what the identity library stores, in the transaction of the change. */
export function identityEvents(base: DBAdapter, accounts: AccountStore) {
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

  const created = async (model: string, row: Row) => {
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

  const changed = async (model: string, before: Row, update: Row) => {
    if (model === 'account' && 'password' in update) await write(before.userId, { action: passwordAction() })
    if (model !== 'user') return
    if (changesAddress(before, update)) {
      await write(before.id, { action: 'person.email-changed' })
    } else if (update.emailVerified === true && before.emailVerified !== true) {
      await write(before.id, { action: 'person.email-verified' })
    }
  }

  const deleted = async (model: string, row: Row) => {
    const named = { session: 'session.ended', account: 'account.unlinked', passkey: 'passkey.removed' }[model]
    const object = { kind: model, id: String(row.id), name: String(row.providerId ?? row.name ?? '') }
    if (named !== undefined) await write(row.userId, { action: named, object })
  }

  return { created, changed, deleted }
}

export const changesAddress = (before: Row | undefined, update: Row): boolean =>
  typeof update.email === 'string' && before !== undefined && update.email !== before.email

const passwordAction = () => `person.password-${identityRequest.getStore()?.password ?? 'changed'}`
