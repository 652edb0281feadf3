import type { ProjectAccess } from '@assay/api/access/resolve-access'
import type { Services } from '@assay/api/services'
import { createShare, NewShareInput } from '@assay/api/shares/create-share'
import { DEMO_SAVED_COMPARISONS } from '../../demo/demo-comparisons.ts'
import { DEMO_SHARES } from '../../demo/shares.ts'
import { PlainError } from '../lib/plain-error.ts'

/** Publishes comparisons of the demo project; shares that were published before stay unchanged. */
export async function loadShares(services: Services, access: ProjectAccess, now: Date): Promise<void> {
  const there = new Set((await access.queries.shares.list()).map(({ slug }) => slug))
  for (const { slug, saved } of DEMO_SHARES.filter((share) => !there.has(share.slug))) {
    const comparison = DEMO_SAVED_COMPARISONS.find((one) => one.slug === saved)
    if (comparison === undefined) throw new PlainError(`The demo has no saved comparison ${saved}.`)
    const { title, query, study = null } = comparison
    const share = NewShareInput.parse({
      title,
      what: { kind: 'comparison', query, study },
      days: null,
      publishAs: slug,
    })
    const made = await createShare(services, access, share, { now, by: 'Assay' })
    if (!made.ok) throw new PlainError(`The demo share ${slug} was refused: ${made.error.detail}`)
  }
}
