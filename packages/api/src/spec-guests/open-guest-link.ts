import { scopeOf } from '@assay/db/open'
import type { Actor, Project, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { hasContributed } from '@assay/domain/specs/contributions'
import { type SpecState, specName, stateAt } from '@assay/domain/specs/spec'
import type { RequestFacts } from '../access/request-facts.ts'
import { addressPrefix } from '../access/request-facts.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { hasExpired } from '../shares/link-expiry.ts'
import { parseSecret } from '../shares/share-secret.ts'

/** The access that a guest link gives: one spec, and the guest who reviews it. */
export type GuestReview = {
  access: ProjectAccess
  project: Project
  by: By
  name: string
  spec: StoredSpec
  email: string | null
}

/** States in which a review is over: links without an end date stop working, except for guests who contributed. */
export const CLOSED_STATES: ReadonlySet<SpecState> = new Set(['resolved', 'withdrawn', 'superseded'])

/**
 * Opens a guest link. An unknown, revoked or expired link gives the same error. The link gives access to this spec and
 * nothing else, regardless of a session in the same browser.
 */
export async function openGuestLink(
  services: Pick<Services, 'db' | 'now'>,
  secret: string,
  request: RequestFacts,
): Promise<Result<GuestReview, AppError>> {
  const secretKey = parseSecret(secret)
  if (secretKey === null) return err(nothing())
  const { secretSha256 } = secretKey
  const found = await services.db.guestLinks.findBySecret(secretKey)
  const project = found === null ? null : await services.db.projects.findById(found.projectId)
  if (found === null || project === null) return err(nothing())
  const { requestId } = request
  const queries = services.db.in(scopeOf(project, actor(found.reviewerId, '', request, requestId)))
  const link = await queries.guestLinks.find(found.reviewerId, secretSha256)
  const spec = link === null ? null : await queries.specs.find(link.spec)
  if (link === null || spec === null) return err(nothing())
  const now = services.now()
  const hasEnded = CLOSED_STATES.has(stateAt(spec.spec, now)) && !hasContributed(spec.spec, link.reviewer.key)
  const isOver = link.until === null ? hasEnded : hasExpired(link.until, now)
  if (isOver) return err(nothing())
  const person = { key: link.reviewer.key, name: link.reviewer.name }
  const named = services.db.in(scopeOf(project, actor(found.reviewerId, person.name, request, requestId)))
  return ok({
    access: { project, role: null, queries: named },
    project,
    by: { person, role: 'none' },
    name: specName(spec.spec),
    spec,
    email: link.reviewer.email,
  })
}

const actor = (id: string, name: string, { address }: RequestFacts, requestId: string | null): Actor => ({
  kind: 'guest',
  id,
  name,
  requestId,
  address: addressPrefix(address),
})

const nothing = () => appError('not-found', 'Page not found. Check the address, or ask for a new link.')
