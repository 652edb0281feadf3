import { hash } from 'node:crypto'
import { measuredMetric } from '@assay/domain/compare/primary-metric'
import { invariant } from '@assay/domain/result'
import { buildLineOf } from '@assay/domain/run/build-label'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { z } from 'zod'
import { idFromName } from '../../id-from-name.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { fallbackMetricOfRuns } from '../run-index/fallback-metric-of-runs.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import type { EnvironmentOutline, OutlinedTest } from './finding-types.ts'

/**
 * Outlines the environments of a product without values. From it a scan derives the version pairs, and which of them
 * have new results since their verdicts. Runs that a person excluded completely are left out.
 */
export async function outlineEnvironments(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  product: string,
): Promise<EnvironmentOutline[]> {
  const [runIndex, exclusions] = await Promise.all([runIndexes.fresh(scoped.projectId), readExclusions(scoped)])
  const { builds, tests } = runIndex
  // Outlines also depend on these updates, not only on the runs.
  const state = JSON.stringify([builds.updates, tests.updates, [...exclusions]])
  const found = cached.get(runIndex)
  const outlines = found?.state === state ? found : new Outlines(runIndex, exclusions, state)
  cached.set(runIndex, outlines)
  return outlines.of(product)
}

const cached = new WeakMap<RunIndex, Outlines>()

type VersionOutline = EnvironmentOutline['versions'][number]

/** The runs of one environment by version, with cached outlines of versions without new runs. */
type Environment = {
  runs: Map<string, RunEntry[]>
  versions: Map<string, VersionOutline>
  /** Null if runs were added since it was computed. */
  outline: EnvironmentOutline | null
}

/**
 * Outlines that are updated as runs are added, so that a scan after an upload recomputes only the changed version and
 * its environment.
 */
class Outlines {
  readonly state: string
  readonly #runIndex: RunIndex
  readonly #exclusions: ReadonlyMap<string, Exclusions>
  readonly #byProduct = new Map<string, Map<string, Environment>>()
  #runs = 0

  constructor(runIndex: RunIndex, exclusions: ReadonlyMap<string, Exclusions>, state: string) {
    this.#runIndex = runIndex
    this.#exclusions = exclusions
    this.state = state
  }

  of(product: string): EnvironmentOutline[] {
    for (; this.#runs < this.#runIndex.runs.length; this.#runs += 1) {
      const run = this.#runIndex.runs[this.#runs]
      if (run !== undefined && this.#exclusions.get(run.id)?.isWhole !== true) this.#add(run)
    }
    return [...(this.#byProduct.get(product)?.values() ?? [])].map((environment) => {
      environment.outline ??= outlineEnvironment(product, environment, this.#exclusions)
      return environment.outline
    })
  }

  #add(run: RunEntry): void {
    const { build, hardware, workload } = run
    const environments = this.#byProduct.get(build.product) ?? new Map<string, Environment>()
    this.#byProduct.set(build.product, environments)
    const key = `${hardware.name}\u0000${workload.benchmark}\u0000${workload.name}`
    const environment = environments.get(key) ?? { runs: new Map(), versions: new Map(), outline: null }
    environments.set(key, environment)
    const runs = environment.runs.get(build.version) ?? []
    environment.runs.set(build.version, runs)
    runs.push(run)
    environment.versions.delete(build.version)
    environment.outline = null
  }
}

/** The excluded results of a run as text, and a flag for runs that are excluded completely. */
type Exclusions = { excluded: string; isWhole: boolean }

async function readExclusions(scoped: TenantScope): Promise<Map<string, Exclusions>> {
  const rows = await readRows(
    scoped,
    z.object({ run_id: z.string(), excluded: z.string(), is_whole: z.boolean() }),
    `select run_id, string_agg(coalesce(result_id::text, 'run'), ' ' order by result_id) as excluded,
       bool_or(result_id is null) as is_whole
     from invalidation where project_id = $1 and withdrawn_at is null group by run_id order by run_id`,
    [scoped.projectId],
  )
  return new Map(rows.map(({ run_id, excluded, is_whole }) => [run_id, { excluded, isWhole: is_whole }]))
}

function outlineEnvironment(
  product: string,
  { runs: byVersion, versions: known }: Environment,
  exclusions: ReadonlyMap<string, Exclusions>,
): EnvironmentOutline {
  const runs = [...byVersion.values()].flat()
  const [first] = runs
  invariant(first !== undefined, 'an environment is made of its first run')
  const { hardware, workload } = first
  const tests = outlineTests(runs)
  const versions = [...byVersion]
    .map(([version, own]) => {
      const outline = known.get(version) ?? outlineVersion(version, own, exclusions)
      known.set(version, outline)
      return outline
    })
    .filter(({ tests }) => tests.size > 0)
    .sort((a, b) => compareVersions(a.version, b.version) || (a.version < b.version ? -1 : 1))
  return {
    // The first argument is the name space of stored ids, so its text must not change.
    id: idFromName('finding-place', product, hardware.name, workload.benchmark, workload.name),
    product,
    hardware: hardware.name,
    benchmark: workload.benchmark,
    workload: workload.name,
    // A later upload may change the primary metric of a test; then its results need new verdicts.
    state: stateOf([...versions.map(({ version, state }) => `${version} ${state}`), JSON.stringify(tests)]),
    versions,
    tests,
  }
}

function outlineVersion(
  version: string,
  runs: readonly RunEntry[],
  exclusions: ReadonlyMap<string, Exclusions>,
): VersionOutline {
  return {
    version,
    state: stateOf(runs.map(({ id }) => `${id} ${exclusions.get(id)?.excluded ?? ''}`).sort()),
    tests: testKeys(runs),
    builds: mostBuilds(runs),
    commits: mostCommits(runs),
    runs: runs.length,
  }
}

/** Largest number of builds with one compiler, because each compiler has its own series. */
function mostBuilds(runs: readonly RunEntry[]): number {
  const byCompiler = Map.groupBy(new Set(runs.map(({ build }) => build)), ({ compiler }) => compiler)
  return Math.max(0, ...[...byCompiler.values()].map((builds) => builds.length))
}

/** Largest number of builds that differ only in their commit, such as a branch with nightly builds. */
function mostCommits(runs: readonly RunEntry[]): number {
  const lines = Map.groupBy(new Set(runs.map(({ build }) => build)), ({ name }) => buildLineOf(name))
  return Math.max(0, ...[...lines.values()].map((builds) => builds.length))
}

const stateOf = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

// Many runs share a test set, so each set is processed once.
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
  const fallback = fallbackMetricOfRuns(metricSets)
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
