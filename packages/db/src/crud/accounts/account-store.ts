import type { Connection } from '../../connection.ts'
import type { AccountStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { exportAccount, findProfile, listRecentEvents } from './account-profile.ts'
import { addAccount, addFirstOwner, hasOwner } from './add-account.ts'
import { changeAccountEmail, renameAccount } from './change-account.ts'
import { deleteAccount, listLastOwnerOf } from './delete-account.ts'
import { identityTransaction } from './identity-transaction.ts'
import { findOpenInvitation, isEmailInvited } from './open-invitations.ts'
import { secondFactorQueries } from './second-factor-queries.ts'
import { sessionQueries } from './sessions.ts'
import { signInMethodQueries } from './sign-in-methods.ts'

/** Stores accounts. Each change and its audit event are written in one transaction. */
export function accountStore({ pool, prisma }: Connection): AccountStore {
  const findByEmail: AccountStore['findByEmail'] = (email) =>
    prisma.appUser.findUnique({ where: { email }, select: { id: true, name: true, emailVerified: true } })

  return {
    ...identityTransaction(prisma),
    ...sessionQueries(pool, prisma),
    ...signInMethodQueries(prisma),
    ...secondFactorQueries(prisma),
    hasOwner: () => hasOwner(prisma),
    addFirstOwner: (person, slug, by) => addFirstOwner(prisma, { person, slug }, by),
    add: (person, by) => addAccount(prisma, person, by),
    findByEmail,
    async recordFailedSignIn(email, by) {
      const person = email === null ? null : await findByEmail(email)
      const object = { kind: 'person', id: person?.id ?? null, name: person?.name ?? '' }
      await writeDirectoryEvent(prisma, null, by, { action: 'person.sign-in-failed', object })
    },
    findInvitation: (secretSha256, at) => findOpenInvitation(prisma, secretSha256, at),
    isInvited: (email, at) => isEmailInvited(prisma, email, at),
    findProfile: (personId) => findProfile(prisma, personId),
    listRecentEvents: (personId, limit) => listRecentEvents(prisma, personId, limit),
    rename: (id, name, by) => renameAccount(prisma, { id, name }, by),
    changeEmail: (id, email, by) => changeAccountEmail(prisma, { id, email }, by),
    export: (personId) => exportAccount(prisma, personId),
    listLastOwnerOf: (personId) => listLastOwnerOf(prisma, personId),
    delete: (personId, by) => prisma.$transaction((tx) => deleteAccount(tx, personId, by)),
  }
}
