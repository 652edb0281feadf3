import { setImmediate } from 'node:timers/promises'
import type { EnvironmentOutline } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { metricsToExplain } from '@assay/domain/compare/explain/explain-cells'
import type { PointSet } from '@assay/domain/compare/point'
import { MAX_COMPARED } from '@assay/domain/compare/warnings/not-shown'
import { basesOf } from '@assay/domain/findings/versions/bases-of'
import type { JudgedEnvironment } from '@assay/domain/findings/versions/version-changes'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { judgePairsInThread } from '../comparisons/compare-in-thread.ts'
import { readPoints, sizeOfComparison } from '../comparisons/read-comparison.ts'

type Environment = Omit<JudgedEnvironment, 'judged' | 'lowerIsBetter'>

/** An environment that a page does not judge, because its results would exceed those of one comparison. */
export type UnjudgedEnvironment = {
  hardware: string
  benchmark: string
  workload: string
  /** Base versions that it would be compared with. */
  bases: readonly string[]
  results: number
}

type Asked = { product: string; version: string; pinned: string | null }

/**
 * Judges every environment that has runs of the version and one of its bases, pair by pair with the engine of the
 * findings. One page reads at most as many results as one comparison: an environment is judged completely or listed
 * as not shown, because a verdict from some of its results would be another verdict than that of the findings.
 */
export async function judgeEnvironments(
  access: ProjectAccess,
  outline: readonly EnvironmentOutline[],
  asked: Asked,
  max: number = MAX_COMPARED.results,
): Promise<{ judged: JudgedEnvironment[]; notShown: UnjudgedEnvironment[] }> {
  const wanted = outline.flatMap(({ hardware, benchmark, workload, versions }): Environment[] => {
    const names = versions.map((one) => one.version)
    const bases = names.includes(asked.version) ? basesOf(names, asked) : {}
    return Object.keys(bases).length === 0 ? [] : [{ hardware, benchmark, workload, versions: names, bases }]
  })
  const { shown, notShown } = await withinLimit(access, asked, wanted, max)
  const judged: JudgedEnvironment[] = []
  if (shown.length === 0) return { judged, notShown }
  // All environments are read in one statement, unless its filters would also select those that are left out.
  const all = notShown.length === 0 ? await readEnvironments(access, asked, shown) : null
  for (const environment of shown) {
    const set = all === null ? await readEnvironments(access, asked, [environment]) : resultsOf(all, environment)
    const lowerIsBetter = new Set(set.metrics.flatMap(({ name, better }) => (better === 'lower' ? [name] : [])))
    judged.push({
      ...environment,
      lowerIsBetter,
      judged: await judgeEnvironment(access, asked, environment, set),
    })
    await setImmediate()
  }
  return { judged, notShown }
}

async function withinLimit(
  access: ProjectAccess,
  asked: Asked,
  wanted: readonly Environment[],
  max: number,
): Promise<{ shown: Environment[]; notShown: UnjudgedEnvironment[] }> {
  const shown: Environment[] = []
  const notShown: UnjudgedEnvironment[] = []
  let total = 0
  for (const environment of wanted) {
    const comparison = comparisonOf(asked, [environment])
    const { results } = await sizeOfComparison(access, comparison, metricsToExplain(comparison))
    if (total + results <= max) {
      shown.push(environment)
      total += results
    } else {
      const { hardware, benchmark, workload, bases } = environment
      notShown.push({ hardware, benchmark, workload, bases: [...new Set(Object.values(bases))], results })
    }
  }
  return { shown, notShown }
}

async function judgeEnvironment(
  access: ProjectAccess,
  { product, version }: Asked,
  { bases }: Environment,
  set: PointSet,
) {
  const known = await access.queries.noise.withNoise(set, [PRIMARY_METRIC])
  const pairs = [...new Set(Object.values(bases))].map((from) => ({ from, to: version, kind: 'release' as const }))
  return judgePairsInThread(access, known, { product, pairs })
}

const resultsOf = (set: PointSet, { hardware, benchmark, workload }: Environment): PointSet => ({
  ...set,
  points: set.points.filter(
    ({ coordinates }) =>
      coordinates.hardware === hardware && coordinates.benchmark === benchmark && coordinates.workload === workload,
  ),
})

/** Reads the results of the version and of each of its bases. */
function readEnvironments(access: ProjectAccess, asked: Asked, environments: readonly Environment[]) {
  const comparison = comparisonOf(asked, environments)
  return readPoints(access, comparison, metricsToExplain(comparison))
}

function comparisonOf({ product, version }: Asked, environments: readonly Environment[]): Comparison {
  const all = (name: 'hardware' | 'benchmark' | 'workload') => [...new Set(environments.map((one) => one[name]))]
  return {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      version: [...new Set([version, ...environments.flatMap(({ bases }) => Object.values(bases))])],
      ...{ hardware: all('hardware'), benchmark: all('benchmark'), workload: all('workload') },
    },
  }
}
