import type { Connection } from '../../connection.ts'
import type { Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { nullWhenTaken } from './add-account.ts'

export const renameAccount = (
  prisma: Connection['prisma'],
  { id, name }: { id: string; name: string },
  by: Actor,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const before = await tx.appUser.findUnique({ where: { id }, select: { name: true } })
    await tx.appUser.updateMany({ where: { id }, data: { name, updatedAt: new Date() } })
    const object = { kind: 'person', id, name }
    await writeDirectoryEvent(tx, null, by, { action: 'person.renamed', object, before, after: { name } })
  })

/** Changes the address, which must be verified again; false if another account has it. */
export async function changeAccountEmail(
  prisma: Connection['prisma'],
  { id, email }: { id: string; email: string },
  by: Actor,
): Promise<boolean> {
  const change = prisma.$transaction(async (tx) => {
    await tx.appUser.updateMany({ where: { id }, data: { email, emailVerified: false, updatedAt: new Date() } })
    const object = { kind: 'person', id, name: by.name }
    await writeDirectoryEvent(tx, null, by, { action: 'person.email-changed', object })
    return true
  })
  return (await nullWhenTaken(change)) ?? false
}
