import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { AccountStore, Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

type SignInMethodQueries = Pick<AccountStore, 'renamePasskey' | 'removePasskey' | 'unlink' | 'replacePasswordHash'>

/** Queries for the passkeys and linked accounts of a person. */
export function signInMethodQueries(prisma: Connection['prisma']): SignInMethodQueries {
  return {
    // Salted hashes are unique, so the hash identifies the account.
    async replacePasswordHash(before, after) {
      await prisma.account.updateMany({
        where: { providerId: 'credential', password: before },
        data: { password: after },
      })
    },

    async renamePasskey(userId, id, name, by) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const { count } = await tx.passkey.updateMany({ where: { userId, id }, data: { name } })
        if (count === 1) await writeChange(tx, by, 'passkey.renamed', { kind: 'passkey', id, name })
        return count === 1
      })
    },

    async removePasskey(userId, id, by) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const removed = await deletedRow(tx.passkey.delete({ where: { userId, id } }))
        if (removed === null) return false
        await writeChange(tx, by, 'passkey.removed', { kind: 'passkey', id, name: removed.name ?? '' })
        return true
      })
    },

    async unlink(userId, id, by) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        // Locks the account, so that two concurrent requests do not remove the last two methods.
        await lockRowAbove(tx, 'app_user', userId)
        const others = await tx.account.count({ where: { userId, id: { not: id } } })
        const passkeys = await tx.passkey.count({ where: { userId } })
        if (others + passkeys === 0) return false
        const where = { userId, id, providerId: { not: 'credential' } }
        const removed = await deletedRow(tx.account.delete({ where }))
        if (removed === null) return false
        await writeChange(tx, by, 'account.unlinked', { kind: 'account', id, name: removed.providerId })
        return true
      })
    },
  }
}

const writeChange = (tx: Transaction, by: Actor, action: string, object: { kind: string; id: string; name: string }) =>
  writeDirectoryEvent(tx, null, by, { action, object })
