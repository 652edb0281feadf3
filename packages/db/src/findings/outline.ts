import { hash } from 'node:crypto'
import { measuredMetric } from '@assay/domain/compare/primary-metric'
import { buildLineOf } from '@assay/domain/run/build-label'
import { compareVersions } from '@assay/domain/run/version'
import { fallbackMetric } from '../fallback-metric.ts'
import { idFrom } from '../identity.ts'
import type { RunEntry } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'
import type { OutlinedTest, PlaceOutline } from './finding-types.ts'

/**
 * What was measured of a product, place by place, without its values: which pairs of versions there are, and whether
 * they are still made of the same results as when they were judged. Runs that a person took out whole are not there.
 */
export async function outlineOf(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  product: string,
): Promise<PlaceOutline[]> {
  const [runIndex, doubted] = await Promise.all([runIndexes.fresh(scoped.projectId), readInvalidations(scoped)])
  const runs = runIndex.runs.filter((run) => run.build.product === product && doubted.get(run.id)?.isOut !== true)
  const places = Map.groupBy(runs, ({ hardware, workload: { benchmark, name } }) =>
    JSON.stringify([hardware.name, benchmark, name]),
  )
  return [...places.values()].flatMap((own) => outlinePlace(product, own, doubted))
}

/** What people took out of a run: how much was said, and whether it is out whole. */
type Doubted = { said: string; isOut: boolean }

async function readInvalidations(scoped: TenantScope): Promise<Map<string, Doubted>> {
  const { rows } = await scoped.query<{ run_id: string; said: string; is_out: boolean }>(
    `select run_id, string_agg(coalesce(result_id::text, 'run'), ' ' order by result_id) as said,
       bool_or(result_id is null) as is_out
     from invalidation where project_id = $1 and withdrawn_at is null group by run_id`,
    [scoped.projectId],
  )
  return new Map(rows.map(({ run_id, said, is_out }) => [run_id, { said, isOut: is_out }]))
}

function outlinePlace(
  product: string,
  runs: readonly RunEntry[],
  doubted: ReadonlyMap<string, Doubted>,
): PlaceOutline[] {
  const [first] = runs
  if (first === undefined) return []
  const { hardware, workload } = first
  const tests = outlineTests(runs)
  const versions = [...Map.groupBy(runs, ({ build }) => build.version)]
    .map(([version, own]) => ({
      version,
      state: stateOf(own.map(({ id }) => `${id} ${doubted.get(id)?.said ?? ''}`).sort()),
      tests: testKeys(own),
      builds: mostBuilds(own),
      commits: mostCommits(own),
      runs: own.length,
    }))
    .filter(({ tests }) => tests.size > 0)
    .sort((a, b) => compareVersions(a.version, b.version) || (a.version < b.version ? -1 : 1))
  return [
    {
      id: idFrom('finding-place', product, hardware.name, workload.benchmark, workload.name),
      product,
      hardware: hardware.name,
      benchmark: workload.benchmark,
      workload: workload.name,
      // Later uploads may say anew of a test what it is judged by; then what was made of its results is made again.
      state: stateOf([...versions.map(({ version, state }) => `${version} ${state}`), JSON.stringify(tests)]),
      versions,
      tests,
    },
  ]
}

/** Of one compiler: another one makes another series of each commit. */
function mostBuilds(runs: readonly RunEntry[]): number {
  const byCompiler = Map.groupBy(new Set(runs.map(({ build }) => build)), ({ compiler }) => compiler)
  return Math.max(0, ...[...byCompiler.values()].map((builds) => builds.length))
}

/** Builds that differ in nothing but their commit, such as those of a branch that is built each night. */
function mostCommits(runs: readonly RunEntry[]): number {
  const lines = Map.groupBy(new Set(runs.map(({ build }) => build)), ({ name }) => buildLineOf(name))
  return Math.max(0, ...[...lines.values()].map((builds) => builds.length))
}

const stateOf = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

// Runs share few test sets, so each is walked once.
const keysOfSet = new WeakMap<object, readonly string[]>()

function testKeys(runs: readonly RunEntry[]): ReadonlySet<string> {
  const sets = new Set(runs.map(({ testSet }) => testSet))
  return new Set(
    [...sets].flatMap((set) => {
      const known =
        keysOfSet.get(set) ?? set.items.filter(isMeasured).map(({ test, clients }) => `${test.name} ${clients}`)
      keysOfSet.set(set, known)
      return known
    }),
  )
}

const isMeasured = ({ test }: { test: { role: string } }) => test.role === 'measured'

function outlineTests(runs: readonly RunEntry[]): OutlinedTest[] {
  const metricSets = [...new Set(runs.map(({ metricSet }) => metricSet))]
  const fallback = fallbackMetric(metricSets)
  const isThere = (metric: string) => metricSets.some(({ positions }) => positions.has(metric))
  const found = new Map<string, OutlinedTest>()
  for (const { items } of new Set(runs.map(({ testSet }) => testSet))) {
    for (const { test, clients } of items) {
      const key = `${test.name} ${clients}`
      if (test.role !== 'measured' || found.has(key)) continue
      const metric = measuredMetric(test.primaryMetric ?? fallback, isThere)
      found.set(key, { test: test.name, group: test.group, clients: String(clients), metric })
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outlined]) => outlined)
}
