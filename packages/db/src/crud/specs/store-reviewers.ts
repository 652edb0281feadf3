import { randomUUID } from 'node:crypto'
import { hasContributed } from '@assay/domain/specs/contributions'
import type { Spec } from '@assay/domain/specs/spec'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import type { Decided, SpecKey } from './spec-types.ts'

const ENDED: ReadonlySet<Spec['state']> = new Set(['resolved', 'withdrawn', 'superseded'])

/**
 * Stores the reviewers and the link of a new guest. Links that expire with the review are ended with it and stay ended,
 * except those of guests who contributed, who keep their access.
 */
export async function storeReviewers(
  tx: TenantTransaction,
  of: SpecKey,
  before: Spec,
  { spec, link }: Decided,
): Promise<void> {
  if (before.readers !== spec.readers) await updateReviewers(tx, of, before.readers, spec.readers)
  if (link !== undefined) {
    const { key, secretSha256, until } = link
    await tx.specReviewer.updateMany({
      where: { ...of, key },
      data: { secretSha256, linkExpiresAt: until, linkCreatedAt: new Date(), linkRevokedAt: null },
    })
  }
  if (ENDED.has(spec.state) && !ENDED.has(before.state)) {
    const gone = spec.readers.map(({ who }) => who.key).filter((key) => !hasContributed(spec, key))
    const where = { ...of, linkExpiresAt: null, key: { in: gone } }
    await tx.specReviewer.updateMany({ where, data: { secretSha256: null } })
  }
}

async function updateReviewers(tx: TenantTransaction, of: SpecKey, before: Spec['readers'], after: Spec['readers']) {
  const gone = before.map(({ who }) => who.key).filter((key) => !after.some((reviewer) => reviewer.who.key === key))
  if (gone.length > 0) await tx.specReviewer.deleteMany({ where: { ...of, key: { in: gone } } })
  for (const reviewer of after) {
    if (before.includes(reviewer)) continue
    const { key } = reviewer.who
    const facts = toJsonValue(reviewer)
    await tx.specReviewer.upsert({
      where: { projectId_specId_key: { ...of, key } },
      create: { ...of, id: randomUUID(), key, facts },
      update: { facts },
      select: { id: true },
    })
  }
}
