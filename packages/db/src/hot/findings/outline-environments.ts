import { hash } from 'node:crypto'
import { measuredMetric } from '@assay/domain/compare/primary-metric'
import { buildLineOf } from '@assay/domain/run/build-label'
import { compareVersions } from '@assay/domain/run/version'
import { z } from 'zod'
import { fallbackMetric } from '../../fallback-metric.ts'
import { idFrom } from '../../identity.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RunEntry } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import type { EnvironmentOutline, OutlinedTest } from './finding-types.ts'

/**
 * Outlines the environments of a product without values. A scan derives from it which version pairs there are, and which
 * of them have other results than when they were judged. Runs that a person excluded as a whole are left out.
 */
export async function outlineEnvironments(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  product: string,
): Promise<EnvironmentOutline[]> {
  const [runIndex, exclusions] = await Promise.all([runIndexes.fresh(scoped.projectId), readExclusions(scoped)])
  const runs = runIndex.runs.filter((run) => run.build.product === product && exclusions.get(run.id)?.isWhole !== true)
  const environments = Map.groupBy(runs, ({ hardware, workload: { benchmark, name } }) =>
    JSON.stringify([hardware.name, benchmark, name]),
  )
  return [...environments.values()].flatMap((own) => outlineEnvironment(product, own, exclusions))
}

/** The excluded results of a run as text, and whether the run is excluded as a whole. */
type Exclusions = { excluded: string; isWhole: boolean }

async function readExclusions(scoped: TenantScope): Promise<Map<string, Exclusions>> {
  const rows = await readRows(
    scoped,
    z.object({ run_id: z.string(), excluded: z.string(), is_whole: z.boolean() }),
    `select run_id, string_agg(coalesce(result_id::text, 'run'), ' ' order by result_id) as excluded,
       bool_or(result_id is null) as is_whole
     from invalidation where project_id = $1 and withdrawn_at is null group by run_id`,
    [scoped.projectId],
  )
  return new Map(rows.map(({ run_id, excluded, is_whole }) => [run_id, { excluded, isWhole: is_whole }]))
}

function outlineEnvironment(
  product: string,
  runs: readonly RunEntry[],
  exclusions: ReadonlyMap<string, Exclusions>,
): EnvironmentOutline[] {
  const [first] = runs
  if (first === undefined) return []
  const { hardware, workload } = first
  const tests = outlineTests(runs)
  const versions = [...Map.groupBy(runs, ({ build }) => build.version)]
    .map(([version, own]) => ({
      version,
      state: stateOf(own.map(({ id }) => `${id} ${exclusions.get(id)?.excluded ?? ''}`).sort()),
      tests: testKeys(own),
      builds: mostBuilds(own),
      commits: mostCommits(own),
      runs: own.length,
    }))
    .filter(({ tests }) => tests.size > 0)
    .sort((a, b) => compareVersions(a.version, b.version) || (a.version < b.version ? -1 : 1))
  return [
    {
      // The first argument is a name space of stored ids, so it stays.
      id: idFrom('finding-place', product, hardware.name, workload.benchmark, workload.name),
      product,
      hardware: hardware.name,
      benchmark: workload.benchmark,
      workload: workload.name,
      // A later upload may change the metric by which a test is judged; then its results are judged again.
      state: stateOf([...versions.map(({ version, state }) => `${version} ${state}`), JSON.stringify(tests)]),
      versions,
      tests,
    },
  ]
}

/** Largest number of builds with one compiler, because each compiler has a series of its own. */
function mostBuilds(runs: readonly RunEntry[]): number {
  const byCompiler = Map.groupBy(new Set(runs.map(({ build }) => build)), ({ compiler }) => compiler)
  return Math.max(0, ...[...byCompiler.values()].map((builds) => builds.length))
}

/** Largest number of builds that differ in nothing but their commit, such as a branch that is built each night. */
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
