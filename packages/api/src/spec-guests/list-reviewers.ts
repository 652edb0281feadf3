import type { ReadReceipt } from '@assay/db/types'
import { err, ok } from '@assay/domain/result'
import { type By, isAuthorOf, may } from '@assay/domain/specs/actions/permissions'
import { specName, stateAt } from '@assay/domain/specs/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { hasExpired } from '../shares/link-expiry.ts'
import { findSpec, refusalError } from '../specs/spec-access.ts'

/**
 * Returns the reviewers, the revisions that they opened, and the states of their links, for authors of the spec and
 * maintainers.
 */
export async function listReviewers(access: ProjectAccess, by: By, { name, now }: { name: string; now: Date }) {
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const { id, spec } = found.value
  if (!may(spec, by, 'hand-over')) return err(refusalError({ code: 'not-allowed', right: 'steer' }))
  const [receipts, links] = await Promise.all([
    access.queries.specs.listReadReceipts(id),
    access.queries.guestLinks.list(id),
  ])
  const opened = Map.groupBy(receipts, ({ person }) => person.key)
  const invited = new Set(spec.readers.map(({ who }) => who.key))
  const isAuthor = may(spec, by, 'steer')
  return ok({
    ...{ name: specName(spec), title: spec.title, revision: spec.revision, state: stateAt(spec, now), isAuthor },
    reviewers: spec.readers.map(({ who, email, role, invitedAt }) => ({
      ...{ who, email: isAuthor ? email : null, role, invitedAt },
      link: linkOf(links.find(({ key }) => key === who.key) ?? null, now),
      opened: (opened.get(who.key) ?? []).map(receipt),
    })),
    /** People who opened the spec without an invitation, except its authors. */
    others: [...opened]
      .filter(([key]) => !invited.has(key) && !isAuthorOf(spec, { key, name: '' }))
      .map(([, list]) => ({ name: list[0]?.person.name ?? '', opened: list.map(receipt) })),
  })
}

const receipt = ({ revision, firstAt, lastAt }: ReadReceipt) => ({ revision, firstAt, lastAt })

const linkOf = (link: { isOpen: boolean; until: string | null } | null, now: Date) =>
  link === null ? null : { until: link.until, isOpen: link.isOpen && !hasExpired(link.until, now) }
