import { type By, may } from '@assay/domain/specs/actions/permissions'
import { type InboxItem, inboxOf } from '@assay/domain/specs/inbox'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { listSpecs } from './read-spec.ts'

/** Maximum specs under review that are searched, the last changed ones first. */
const MAX_SPECS = 50

const UNDER_REVIEW: ReadonlySet<string> = new Set(['draft', 'in-review', 'meeting', 'resolving'])

/** Items that wait for a person in the specs of a project; none for tokens and anonymous readers. */
export async function readInbox(access: ProjectAccess, by: By, now: Date): Promise<InboxItem[]> {
  if (!by.person.key.startsWith('person:')) return []
  const open = (await listSpecs(access, by)).filter(({ state }) => UNDER_REVIEW.has(state)).slice(0, MAX_SPECS)
  const items: InboxItem[] = []
  // Sequential, so that a project with many specs does not take all connections.
  for (const one of open) {
    const found = await access.queries.specs.find(one)
    if (found !== null && may(found.spec, by, 'view')) items.push(...inboxOf(found.spec, by.person, now))
  }
  return items
}
