import type { Connection } from '../../connection.ts'
import type { Transaction } from '../../scope/tenant-client.ts'
import type { Actor, FactorProof, SecondFactorStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'

type Queries = Omit<SecondFactorStore, 'markSecondFactor' | 'markProviders'>

/** Queries for authenticator apps and recovery codes. Each change and its audit event are one transaction. */
export function secondFactorQueries(prisma: Connection['prisma']): Queries {
  return {
    async secondFactor(userId) {
      const [totp, recoveryCodes, organizations] = await Promise.all([
        prisma.totp.findUnique({ where: { userId }, select: { confirmedAt: true } }),
        prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
        prisma.organization.findMany({
          where: { requireSecondFactor: true, memberships: { some: { userId } } },
          select: { name: true },
          orderBy: { name: 'asc' },
        }),
      ])
      const since = totp?.confirmedAt?.toISOString() ?? null
      return { since, recoveryCodes, requiredBy: organizations.map(({ name }) => name) }
    },

    async needsSecondStep(email) {
      const requires = { OR: [{ requireSecondFactor: true }, { requireIdentityProvider: true }] }
      const isRequired = { memberships: { some: { organization: requires } } }
      const where = { email, OR: [{ totp: { confirmedAt: { not: null } } }, isRequired] }
      return (await prisma.appUser.findFirst({ where, select: { id: true } })) !== null
    },

    async findTotp(userId) {
      const row = await prisma.totp.findUnique({ where: { userId } })
      return row && { secretSealed: row.secretSealed, isConfirmed: row.confirmedAt !== null }
    },

    async startTotp(userId, secretSealed) {
      await prisma.totp.createMany({ data: [{ userId, secretSealed }], skipDuplicates: true })
      return (await prisma.totp.findUniqueOrThrow({ where: { userId } })).secretSealed
    },

    async resealTotp(userId, secretSealed) {
      await prisma.totp.updateMany({ where: { userId }, data: { secretSealed } })
    },

    confirmTotp: (proof, confirmed, by) => prisma.$transaction((tx) => confirmTotp(tx, proof, confirmed, by)),
    acceptTotp: (proof, step, by) => prisma.$transaction((tx) => acceptTotp(tx, proof, step, by)),
    acceptRecoveryCode: (proof, codeHmacs, by) =>
      prisma.$transaction((tx) => acceptRecoveryCode(tx, proof, codeHmacs, by)),

    replaceRecoveryCodes: (userId, codeHmacs, by) =>
      prisma.$transaction(async (tx) => {
        await storeCodes(tx, userId, codeHmacs)
        await writeEvent(tx, by, 'recovery-codes.replaced')
      }),

    removeTotp: (userId, by) =>
      prisma.$transaction(async (tx) => {
        const { count } = await tx.totp.deleteMany({ where: { userId } })
        await tx.recoveryCode.deleteMany({ where: { userId } })
        if (count === 1) await writeEvent(tx, by, 'second-factor.removed', userId)
        return count === 1
      }),

    recordFailedCode: (userId, by) => writeEvent(prisma, by, 'person.second-factor-failed', userId),
  }
}

async function confirmTotp(
  tx: Transaction,
  proof: FactorProof,
  { step, codeHmacs }: { step: number; codeHmacs: readonly string[] },
  by: Actor,
): Promise<boolean> {
  const { personId: userId, at } = proof
  const data = { confirmedAt: at, lastStep: step }
  const { count } = await tx.totp.updateMany({ where: { userId, confirmedAt: null }, data })
  if (count === 0) return false
  await storeCodes(tx, userId, codeHmacs)
  await markProven(tx, proof)
  await writeEvent(tx, by, 'second-factor.added')
  return true
}

async function acceptTotp(tx: Transaction, proof: FactorProof, step: number, by: Actor): Promise<boolean> {
  const where = { userId: proof.personId, confirmedAt: { not: null }, lastStep: { lt: step } }
  // The second of two requests with the same code finds its period used.
  const { count } = await tx.totp.updateMany({ where, data: { lastStep: step } })
  if (count === 0) return false
  await markProven(tx, proof)
  await writeEvent(tx, by, 'second-factor.used')
  return true
}

async function acceptRecoveryCode(
  tx: Transaction,
  proof: FactorProof,
  codeHmacs: readonly string[],
  by: Actor,
): Promise<boolean> {
  const where = { userId: proof.personId, codeHmac: { in: [...codeHmacs] }, usedAt: null }
  const { count } = await tx.recoveryCode.updateMany({ where, data: { usedAt: proof.at } })
  if (count === 0) return false
  await markProven(tx, proof)
  await writeEvent(tx, by, 'recovery-code.used')
  return true
}

async function storeCodes(tx: Transaction, userId: string, codeHmacs: readonly string[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: codeHmacs.map((codeHmac) => ({ userId, codeHmac })) })
}

const markProven = (tx: Transaction, { personId, sessionId }: FactorProof) =>
  tx.session.updateMany({ where: { id: sessionId, userId: personId }, data: { secondFactor: true } })

const writeEvent = (
  tx: Pick<Transaction, 'directoryEvent'>,
  by: Actor,
  action: string,
  personId: string | null = by.id,
) => writeDirectoryEvent(tx, null, by, { action, object: { kind: 'person', id: personId, name: by.name } })
