import type { StoredSpec } from '@assay/db/types'
import type { Who } from '@assay/domain/spec/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'

/**
 * People with an account who can be named on a spec, each once, by name: members of the project's organization, whoever
 * was invited, and whoever opened it.
 *
 * @param organizations null for tokens, which are not told who the members are.
 */
export async function peopleOf(
  organizations: { members(id: string): Promise<{ personId: string; name: string }[]> } | null,
  { project, queries }: ProjectAccess,
  { id, spec }: StoredSpec,
): Promise<Who[]> {
  const [members, readings] = await Promise.all([
    organizations?.members(project.organization.id) ?? [],
    queries.specs.readings(id),
  ])
  const named = [
    ...members.map((member) => ({ key: `person:${member.personId}`, name: member.name })),
    ...spec.readers.map(({ who }) => who),
    ...readings.map(({ who }) => who),
  ].filter(({ key }) => key.startsWith('person:'))
  return [...new Map(named.map((who) => [who.key, who])).values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
