import type { ProjectQueries } from '@assay/db/types'
import { offerStudies } from '@assay/domain/compare/studies'
import { PROFILE_METRICS, profileStudy } from '@assay/domain/compare/studies/profiles/profiles-study'
import { isPickedStudy, type StudySource } from '@assay/domain/compare/studies/selection/study-choice'
import { studyChoices } from '@assay/domain/compare/studies/selection/study-choices'
import { narrowStudy } from '@assay/domain/compare/studies/selection/study-pickers'
import { separateMixedResults, shownDimensions } from '@assay/domain/compare/studies/separate-mixed-results'
import type { Study } from '@assay/domain/compare/study'

/**
 * Each round adds the dimensions that were mixed in the round before; a build is added after its version and compiler.
 */
const MAX_ROUNDS = 4

/**
 * Returns the named comparisons that the data of a project allows, each of one machine and workload. None has a cell that
 * mixes dimensions.
 */
export async function offeredStudies(queries: ProjectQueries): Promise<Study[]> {
  const { dimensions } = queries
  const [observed, comparable, source] = await Promise.all([
    dimensions.facets({ filters: {}, allSteps: false }),
    dimensions.comparableVersions(),
    studySource(queries),
  ])
  const narrowed = (study: Study) =>
    isPickedStudy(study.kind) ? narrowStudy(study, studyChoices(study.kind, source)) : study
  const offered = await withoutMixing(offerStudies(observed, source.varying, comparable).map(narrowed), dimensions)
  return [...offered, ...(source.profiled === null ? [] : profileStudy(source.profiled).map(narrowed))]
}

/** The results from which the choices of studies are made. */
export async function studySource({ dimensions, metrics, cells }: ProjectQueries): Promise<StudySource> {
  const known = new Set((await metrics.list()).map(({ name }) => name))
  const hasProfiles = PROFILE_METRICS.some((name) => known.has(name))
  const [environments, varying, profiled] = await Promise.all([
    dimensions.studyEnvironments(),
    dimensions.varying(),
    hasProfiles ? cells.list({ filters: {}, metrics: PROFILE_METRICS, newestOnly: true, allSteps: true }) : null,
  ])
  return { environments, varying, profiled }
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
