import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import { PROFILE_METRICS, profileStudy } from '@assay/domain/compare/studies/profiles/profiles-study'
import { separateMixedResults, shownDimensions } from '@assay/domain/compare/studies/separate-mixed-results'
import type { Study } from '@assay/domain/compare/study'

/**
 * Each round adds the dimensions that were mixed in the round before; a build is added after its version and compiler.
 */
const MAX_ROUNDS = 4

/** Returns the named comparisons that the data of a project allows. None has a cell that mixes dimensions. */
export async function offeredStudies({ dimensions, metrics, cells }: ProjectQueries): Promise<Study[]> {
  const known = new Set((await metrics.list()).map(({ name }) => name))
  const hasProfiles = PROFILE_METRICS.some((name) => known.has(name))
  const [observed, varying, comparable, profiled] = await Promise.all([
    dimensions.facets({ filters: {}, allSteps: false }),
    dimensions.varying(),
    dimensions.comparableVersions(),
    hasProfiles ? cells.list({ filters: {}, metrics: PROFILE_METRICS, newestOnly: true, allSteps: true }) : null,
  ])
  const offered = await withoutMixing(offerStudies(observed, varying, comparable), dimensions)
  return [...offered, ...(profiled === null ? [] : profileStudy(profiled))]
}

/**
 * Adds the dimensions that the cells of a study would mix to its axes, and drops a study that still mixes some after
 * MAX_ROUNDS.
 */
export async function withoutMixing(
  studies: readonly Study[],
  dimensions: Pick<ProjectQueries['dimensions'], 'mixed'>,
): Promise<Study[]> {
  let current = [...studies]
  for (let round = 0; ; round += 1) {
    const mixing = await dimensions.mixed(
      current.map(({ comparison }) => ({
        filters: comparison.filters,
        shown: shownDimensions(comparison),
        allSteps: comparison.allSteps,
      })),
    )
    if (mixing.every((mixed) => mixed.length === 0)) return current
    if (round === MAX_ROUNDS) return current.filter((_, i) => mixing[i]?.length === 0)
    current = current.map((study, i) => separateMixedResults(study, mixing[i] ?? []))
  }
}
