import { hash } from 'node:crypto'
import { scopeOf } from '@assay/db/open'
import type { FoundShare } from '@assay/db/types'
import { hasPage } from '@assay/domain/compare/studies/pages/page-of-study'
import { type Reproduction, reproduceFigure } from '@assay/domain/publish/report/reproduce-figure'
import { freezePage } from '@assay/domain/publish/share/freeze-page'
import { maskNames } from '@assay/domain/publish/share/mask'
import { reproducePage } from '@assay/domain/publish/share/reproduce-page'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { invariant } from '@assay/domain/result'
import type { Caller } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import { moveIfLong } from '../http/move-request.ts'
import type { Services } from '../services.ts'
import { readStudyPage } from '../studies/read-study-page.ts'
import { isPasswordProof, parseSecret } from './share-secret.ts'

/** An address of a share: a secret, or a name under which it is published. */
export type ShareAddress = { secret: string } | { organization: string; slug: string }

export type OpenShare = {
  id: string
  content: SharedContent
  sha256: string
  isPublished: boolean
}

/**
 * Outcome of opening a share's address. A guest gets `nothing` for an unknown, expired or revoked address and for one
 * under embargo; the share's author sees the reason. The password is only requested when nothing else closes the share.
 */
export type Opened =
  | { kind: 'open'; share: OpenShare; found: FoundShare }
  | { kind: 'password'; found: FoundShare }
  | { kind: 'nothing'; why: string | null }

export async function openShare(
  services: Services,
  address: ShareAddress,
  { caller, proof }: { caller: Caller; proof: string | null },
): Promise<Opened> {
  const found = await findShare(services, address)
  if (found === null) return { kind: 'nothing', why: null }
  const why = whyClosed(found, services.now())
  const isMaker = caller.kind === 'person' && caller.person.id === found.createdBy
  if (why !== null) return { kind: 'nothing', why: isMaker ? why : null }
  if (found.passwordHash !== null && !isMaker && (proof === null || !isPasswordProof(found, proof))) {
    return { kind: 'password', found }
  }
  const content = await readShared(services, found)
  if (!isMaker) await services.db.shares.countView(found, services.now())
  return {
    kind: 'open',
    found,
    share: { id: found.id, content, sha256: found.sha256, isPublished: !('secret' in address) },
  }
}

/** Reads the frozen content and verifies its hash. */
export async function readShared({ db }: Pick<Services, 'db'>, found: FoundShare): Promise<SharedContent> {
  const stored = await db.shares.readContent(found)
  await moveIfLong(stored)
  invariant(hash('sha256', stored, 'hex') === found.sha256, 'what is shared is as it was stored')
  // The hash proves that createShare wrote the content; `format` distinguishes the shapes.
  return JSON.parse(stored) as SharedContent
}

/** Finds a share that a guest can open without a password; null for any other address. */
export async function findOpen(
  services: Pick<Services, 'db' | 'now'>,
  address: ShareAddress,
): Promise<FoundShare | null> {
  const found = await findShare(services, address)
  return found === null || found.passwordHash !== null || whyClosed(found, services.now()) !== null ? null : found
}

function findShare(services: Pick<Services, 'db'>, address: ShareAddress): Promise<FoundShare | null> {
  if ('slug' in address) return services.db.shares.findPublished(address.organization, address.slug)
  const key = parseSecret(address.secret)
  return key === null ? Promise.resolve(null) : services.db.shares.findBySecret(key)
}

function whyClosed({ revokedAt, expiresAt, embargoUntil }: FoundShare, now: Date): string | null {
  if (revokedAt !== null) return `You revoked this link on ${revokedAt.slice(0, 10)}.`
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
    return `This link expired on ${expiresAt.slice(0, 10)}.`
  if (embargoUntil !== null && Date.parse(embargoUntil) > now.getTime())
    return `This link opens on ${embargoUntil.slice(0, 10)} at ${embargoUntil.slice(11, 16)} UTC.`
  return null
}

/** Compares each frozen figure with the current results; the frozen page itself never changes. */
export async function reproduceShare(
  services: Services,
  found: FoundShare,
  content: SharedContent,
): Promise<Reproduction[]> {
  const project = await services.db.projects.findById(found.projectId)
  if (project === null) return content.figures.map(() => ({ kind: 'gone', cells: 0 }))
  const access = { project, role: null, queries: services.db.in(scopeOf(project)), workers: services.workers }
  return Promise.all(
    content.figures.map(async (figure, at): Promise<Reproduction> => {
      const comparison = found.source.comparisons[at]
      invariant(comparison !== undefined, 'every figure has its comparison')
      const { masks, studies } = found.source
      if (figure.format === 2) {
        const kind = studies?.[at]?.kind ?? null
        invariant(hasPage(kind), 'every frozen study has the kind of its page')
        const today = await readStudyPage(services, access, kind, { comparison, own: studies?.[at]?.own ?? {} })
        return reproducePage(figure.page, maskNames(freezePage(today), masks))
      }
      const today = await readComparison(access, comparison)
      return reproduceFigure(figure.grid, maskNames(today.grid, masks))
    }),
  )
}
