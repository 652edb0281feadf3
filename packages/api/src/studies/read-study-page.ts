import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { PAGE_OF_STUDY, type PagedStudy } from '@assay/domain/compare/studies/pages/page-of-study'
import type { StudyPage } from '@assay/domain/compare/studies/pages/study-page'
import type { StudyQueries, StudyRequest } from '@assay/domain/compare/studies/pages/study-queries'
import type { ProfileQueries } from '@assay/domain/compare/studies/profiles/profiles-page'
import { DEFAULT_RULES } from '@assay/domain/run/cpu-profile/default-rules'
import { parseGroupRules } from '@assay/domain/run/cpu-profile/group-rules'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type ReadComparison, readComparison } from '../comparisons/read-comparison.ts'
import { compareGroups } from '../profiles/compare-groups.ts'
import { flameTree } from '../profiles/flame-tree.ts'
import { listProfiles } from '../profiles/list-profiles.ts'
import type { Services } from '../services.ts'

/** Returns the current content of a study page as plain data, without addresses that only its project can open. */
export const readStudyPage = (
  services: Services,
  access: ProjectAccess,
  kind: PagedStudy,
  request: StudyRequest,
): Promise<StudyPage> => PAGE_OF_STUDY[kind].page(queriesOf(services, access), request)

/** Selects the parameters of a study page that a comparison does not have. */
export function ownParameters(kind: PagedStudy, given: Readonly<Record<string, string>>): Record<string, string> {
  const names: readonly string[] = PAGE_OF_STUDY[kind].parameters
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}

function queriesOf(services: Services, access: ProjectAccess): StudyQueries & ProfileQueries {
  const { queries } = access
  // Sections of one page use the same comparison, which is read once.
  const comparisons = new Map<string, Promise<ReadComparison>>()
  return {
    comparison(comparison: Comparison) {
      const query = toQuery(comparison)
      const known = comparisons.get(query) ?? readComparison(access, comparison)
      comparisons.set(query, known)
      return known
    },
    metrics: async () => (await queries.metrics.list()).map(({ name }) => name),
    configs: () => queries.configs.list(),
    async samples(runId, test) {
      const run = await queries.runs.find(runId)
      const result = run?.results.find((one) => one.test === test && one.samples.length > 0)
      const series = result === undefined ? null : await queries.samples.forResult(result.id)
      return (series ?? []).map((one) => ({ ...one, href: '' }))
    },
    groups(comparison, text) {
      const parsed = text === undefined ? null : parseGroupRules(text)
      return compareGroups(services, access, { comparison, rules: parsed?.ok ? parsed.value : DEFAULT_RULES })
    },
    profiles: (comparison) => listProfiles(access, comparison),
    async tree(profileId, baseId, inverted) {
      const tree = await flameTree(services, access, { profileId, baseId, inverted })
      return tree.ok ? tree.value : null
    },
  }
}
