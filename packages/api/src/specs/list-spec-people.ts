import type { StoredSpec } from '@assay/db/types'
import { type ProjectAccess, roleIn } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

export type PersonOfSpec = {
  key: string
  name: string
  /** True when they can write in the project, which authors of a spec must. */
  writes: boolean
}

/**
 * Returns people with an account who can be assigned to a spec, each once, by name: members of the project's
 * organization, invited reviewers, and people who opened the spec.
 *
 * @param db null for tokens, which cannot list the members.
 */
export async function listSpecPeople(
  db: Pick<Services['db'], 'organizations' | 'projects'> | null,
  { project, queries }: ProjectAccess,
  { id, spec }: StoredSpec,
): Promise<PersonOfSpec[]> {
  const [members, receipts] = await Promise.all([
    db?.organizations.members(project.organization.id) ?? [],
    queries.specs.listReadReceipts(id),
  ])
  const named = [
    ...members.map((member) => ({ key: `person:${member.personId}`, name: member.name })),
    ...spec.readers.map(({ who }) => who),
    ...receipts.map(({ person }) => person),
  ].filter(({ key }) => key.startsWith('person:'))
  const people = [...new Map(named.map((person) => [person.key, person])).values()]
  const writes = await Promise.all(
    people.map(async ({ key }) => {
      const found = await db?.projects.findFor(project.id, key.slice('person:'.length))
      const role = found == null ? null : roleIn(found)
      return role !== null && role !== 'viewer'
    }),
  )
  return people
    .map(({ key, name }, at) => ({ key, name, writes: writes[at] === true }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
