import { setImmediate } from 'node:timers/promises'
import type { CellQuery } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import type { PointSet } from '@assay/domain/compare/point'
import { pointsNeeded } from '@assay/domain/compare/points-needed'
import { leftOutWarning } from '@assay/domain/compare/warnings/left-out'
import { type ReadBound, readBound } from '@assay/domain/compare/warnings/not-shown'
import { withNotes } from '@assay/domain/findings/notes/with-notes'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { compareInThread, exportInThread } from './compare-in-thread.ts'
import { type ComparedGrid, type ExportRequest, isEmptyGrid } from './compare-task.ts'
import { exportComparison } from './export-grid.ts'
import { inTurn, MANY_RESULTS } from './large-comparisons.ts'

export type ReadComparison = ComparedGrid

/**
 * Reads the grid of a comparison and its tl;dr: one SQL statement for the points, small ones for known bugs, notes and
 * noise estimates; then the engine computes the cells.
 *
 * @throws WorkRefused when comparing goes over its limits.
 */
export const readComparison = (access: ProjectAccess, comparison: Comparison): Promise<ReadComparison> =>
  comparisonInTurn(access, comparison, async () =>
    compareNow(access, comparison, await readWithNoise(access, comparison)),
  )

/** Reads a comparison and writes it in one format. @throws WorkRefused when that goes over its limits. */
export const readExport = (access: ProjectAccess, comparison: Comparison, request: ExportRequest): Promise<string> =>
  comparisonInTurn(access, comparison, async () => {
    const set = await readWithNoise(access, comparison)
    const text = await exportInThread(access, set, comparison, request)
    if (text !== null) return text
    return exportComparison({ ...(await compareNow(access, comparison, set)), ...request }, request.format)
  })

/** Runs work on the results of a comparison; a large one waits for its turn. */
export const comparisonInTurn = <T>(
  access: ProjectAccess,
  comparison: Comparison,
  work: () => Promise<T>,
): Promise<T> => inTurn(access, cellQuery(comparison, comparison.metrics, readBound(comparison)), work)

const readWithNoise = async (access: ProjectAccess, comparison: Comparison): Promise<PointSet> =>
  withNoise(access, await readBounded(access, comparison), comparison)

async function compareNow(access: ProjectAccess, comparison: Comparison, set: PointSet): Promise<ReadComparison> {
  const { grid, tldr } = await compareInThread(access, set, comparison)
  return { grid: await withReason(access, comparison, grid), tldr }
}

/** Adds to an empty grid which rule excludes how many of the stored results. */
async function withReason({ queries }: ProjectAccess, comparison: Comparison, grid: Grid): Promise<Grid> {
  if (!isEmptyGrid(grid)) return grid
  const { filters, metrics, allSteps } = comparison
  const report = await queries.cells.leftOut({ filters, metrics, allSteps, newestOnly: true })
  return { ...grid, warnings: [leftOutWarning(report), ...grid.warnings] }
}

/**
 * Adds noise estimates from repeats on the same machines, or else from sample series, when the comparison has verdicts.
 */
export async function withNoise(
  { queries }: ProjectAccess,
  set: PointSet,
  { verdicts, base, metrics }: Comparison,
): Promise<PointSet> {
  if (verdicts === 'off' || base.kind === 'none' || base.kind === 'target') return set
  return othersFirst(await queries.noise.withNoise(set, metrics))
}

async function othersFirst(set: PointSet): Promise<PointSet> {
  if (set.points.length >= MANY_RESULTS) await setImmediate()
  return set
}

/**
 * Reads the results that one table of a comparison shows: all of them, or those within the bound with the number that
 * were left out.
 */
export const readBounded = (
  access: ProjectAccess,
  comparison: Comparison,
  metrics: readonly string[] = comparison.metrics,
): Promise<PointSet> => readPoints(access, comparison, metrics, readBound(comparison))

/** Counts the results that `readPoints` would read. */
export const sizeOfComparison = (
  { queries }: ProjectAccess,
  comparison: Comparison,
  metrics: readonly string[],
): Promise<{ results: number }> => queries.cells.size(cellQuery(comparison, metrics, undefined))

/** Reads the results that a comparison needs, marked with the known bugs and notes of the project. */
export async function readPoints(
  { queries, project }: ProjectAccess,
  comparison: Comparison,
  metrics: readonly string[] = comparison.metrics,
  bound?: ReadBound,
): Promise<PointSet> {
  const [points, notes] = await Promise.all([
    queries.cells.list(cellQuery(comparison, metrics, bound)),
    queries.notes(),
  ])
  return othersFirst(withNotes(points, { ...notes, bugHref: (slug) => `${pathOfProject(project)}/known-bugs/${slug}` }))
}

function cellQuery(comparison: Comparison, metrics: readonly string[], bound: ReadBound | undefined): CellQuery {
  return {
    filters: pointsNeeded(comparison),
    // The archive's variant of the primary metric has a different name in each test, so `as published` reads all
    // metrics.
    metrics: comparison.asPublished ? null : withTwins(metrics),
    newestOnly: true,
    allSteps: comparison.allSteps,
    ...(bound === undefined ? {} : { bound }),
  }
}

/** Returns each metric with the archive's variant of it, since either may be the only one that is stored. */
function withTwins(metrics: readonly string[]): string[] {
  return metrics.flatMap((name) => (name === PRIMARY_METRIC ? [name] : [name, `${AS_PUBLISHED_PREFIX}${name}`]))
}
