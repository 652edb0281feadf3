import { scopeOf } from '@assay/db/open'
import type { Actor, Project, StoredSpec } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/permissions'
import { type SpecState, specName, stateAt } from '@assay/domain/specs/spec'
import type { RequestFacts } from '../access/request-facts.ts'
import { addressPrefix } from '../access/request-facts.ts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { hasEnded } from '../shares/link-end.ts'
import { hashSecret, isSecret } from '../shares/secret.ts'

/** What a link of a reader opens: one spec, and who reads it. */
export type Reading = {
  access: ProjectAccess
  project: Project
  by: By
  name: string
  spec: StoredSpec
  email: string | null
}

/** States of a review that is over: links that were given for it open nothing more. */
export const OVER: ReadonlySet<SpecState> = new Set(['resolved', 'withdrawn', 'superseded'])

/**
 * The spec that a link leads to. An address that was never given, was taken back, or has ended answers alike; who holds
 * it reads this spec and nothing else, whoever they are signed in as.
 */
export async function openReading(
  services: Pick<Services, 'db' | 'now'>,
  secret: string,
  request: RequestFacts,
): Promise<Result<Reading, AppError>> {
  if (!isSecret(secret)) return err(nothing())
  const secretSha256 = hashSecret(secret)
  const found = await services.db.readers.findBySecret(secretSha256)
  const project = found === null ? null : await services.db.projects.findBySlug(found.project)
  if (found === null || project === null || project.id !== found.projectId) return err(nothing())
  const { requestId } = request
  const queries = services.db.in(scopeOf(project, actor(found.readerId, '', request, requestId)))
  const link = await queries.readers.ofLink(found.readerId, secretSha256)
  const spec = link === null ? null : await queries.specs.find(link.spec)
  if (link === null || spec === null) return err(nothing())
  const now = services.now()
  const isOver = link.until === null ? OVER.has(stateAt(spec.spec, now)) : hasEnded(link.until, now)
  if (isOver) return err(nothing())
  const who = { key: link.reader.key, name: link.reader.name }
  const named = services.db.in(scopeOf(project, actor(found.readerId, who.name, request, requestId)))
  return ok({
    access: { project, role: null, queries: named },
    project,
    by: { who, role: 'none' },
    name: specName(spec.spec),
    spec,
    email: link.reader.email,
  })
}

const actor = (id: string, name: string, { address }: RequestFacts, requestId: string | null): Actor => ({
  kind: 'guest',
  id,
  name,
  requestId,
  address: addressPrefix(address),
})

const nothing = () => appError('not-found', 'There is nothing at this address.')
