import { randomUUID } from 'node:crypto'
import { err, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/actions/refusal'
import type { TenantClient, TenantTransaction } from '../../scope/tenant-client.ts'
import { specNumber } from './spec-rows.ts'
import type { IdempotentRequest, SpecNumber } from './spec-types.ts'

// Requests with an idempotency key are stored once, even if they are sent again; the stored row refers to the spec that
// they changed.

type By = { projectId: string; actorKey: string }

/** A request before it is stored, with its earlier result. A request without a key is stored each time. */
export type Sending = {
  /** The spec that the first request changed; null if it is new. */
  made: SpecNumber | null
  /**
   * Records the request.
   *
   * @throws KeyReused if the key was taken in the meantime.
   */
  note(specId: string): Promise<void>
}

/** Ends the transaction, because another request was stored under the same key. */
class KeyReused extends Error {}

/**
 * Runs `work` in a transaction. If the key belongs to another request, nothing is stored and the answer is a refusal.
 */
export async function storeOnce<T>(
  prisma: TenantClient,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T | Result<never, Refusal>> {
  try {
    return await prisma.$transaction(work)
  } catch (error) {
    if (error instanceof KeyReused) return err({ code: 'reused' })
    throw error
  }
}

/**
 * Looks up the request.
 *
 * @throws KeyReused if another request was stored under the key.
 */
export async function findEarlierRequest(
  tx: TenantTransaction,
  { projectId, actorKey }: By,
  sent: IdempotentRequest | undefined,
): Promise<Sending> {
  if (sent === undefined) return { made: null, note: async () => {} }
  const { once: key, request } = sent
  const found = await tx.specIdempotencyKey.findUnique({
    where: { projectId_actorKey_key: { projectId, actorKey, key } },
    select: { requestSha256: true, spec: { select: { kind: true, number: true } } },
  })
  const earlier = found?.requestSha256 ?? null
  if (earlier !== null && request !== undefined && earlier !== request) throw new KeyReused()
  return {
    made: found && specNumber(found.spec),
    async note(specId) {
      const row = { projectId, id: randomUUID(), actorKey, key, specId, requestSha256: request ?? null }
      const { count } = await tx.specIdempotencyKey.createMany({ data: [row], skipDuplicates: true })
      if (count === 0) throw new KeyReused()
    },
  }
}

/** Returns those of the keys under which a request of the actor is stored. */
export async function listStoredKeys(prisma: TenantClient, { projectId, actorKey }: By, keys: readonly string[]) {
  const rows = await prisma.specIdempotencyKey.findMany({
    where: { projectId, actorKey, key: { in: [...keys] } },
    select: { key: true },
  })
  return rows.map((row) => row.key)
}
