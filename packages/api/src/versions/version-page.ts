import type { EnvironmentOutline, PinnedBase, VersionSummary } from '@assay/db/types'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { metricsToExplain } from '@assay/domain/compare/explain/explain-cells'
import { commitRange } from '@assay/domain/findings/commit-range'
import { explainingBugs } from '@assay/domain/findings/explaining-bugs'
import { judgePair } from '@assay/domain/findings/judge-versions'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import { basesOf } from '@assay/domain/findings/versions/bases-of'
import {
  type JudgedEnvironment,
  type MachineChanges,
  type SinceChanges,
  versionChanges,
} from '@assay/domain/findings/versions/version-changes'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'

const EVERYTHING = FindingFilters.parse({ explained: true })
const MAX_FINDINGS = 5_000

/** A finding without its changes, which are listed separately. */
export type NamedFinding = Omit<StoredFinding, 'changes'> & {
  tests: number
  /** Known bugs that begin or end between the versions; empty once a person confirmed one. */
  mayBe: { slug: string; product: string; bug: string }[]
}

export type VersionPage = {
  product: string
  version: string
  runCount: number
  /** All versions of the product, oldest first. */
  versions: VersionSummary[]
  pinned: PinnedBase | null
  /**
   * Findings that end in this version but start at none of its bases: at the previous major version, at the oldest
   * version, or between its commits.
   */
  others: NamedFinding[]
  since: (Omit<SinceChanges, 'machines'> & {
    machines: (MachineChanges & { findings: NamedFinding[] })[]
  })[]
}

/** Reads the improvements and regressions of a version; null when the project has no such version. */
export async function readVersionPage(
  access: ProjectAccess,
  { product, version }: { product: string; version: string },
): Promise<VersionPage | null> {
  const { versions, pins, findings, knownBugs } = access.queries
  const [all, pinned] = await Promise.all([versions.list(product), pins.find(product)])
  const own = all.find(({ name }) => name === version)
  if (own === undefined) return null
  const [outline, bugs, stored] = await Promise.all([
    findings.outline(product),
    knownBugs.list(),
    findings.list({ ...EVERYTHING, product: [product] }, MAX_FINDINGS),
  ])
  const places = await judgeEnvironments(access, outline, { product, version, pinned: pinned?.version ?? null })
  const named = (one: StoredFinding): NamedFinding => {
    const { changes, ...finding } = one
    const mayBe = one.knownBug === null ? explainingBugs(one, bugs) : []
    return {
      ...finding,
      tests: changes.length,
      mayBe: mayBe.map(({ slug, product: of, bug }) => ({ slug, product: of, bug })),
    }
  }
  const since = versionChanges(places, stored).map(({ machines, ...rest }) => ({
    ...rest,
    machines: machines.map((machine) => ({ ...machine, findings: findingsOf(stored, version, machine).map(named) })),
  }))
  const shown = new Set(since.flatMap(({ machines }) => machines.flatMap((one) => one.findings.map(({ id }) => id))))
  const others = stored.filter((one) => endsIn(one) === version && !shown.has(one.id)).map(named)
  return { product, version, runCount: own.runCount, versions: all, pinned, since, others }
}

/** Returns the version that a finding ends in; a finding between commits has one version for both. */
const endsIn = (one: StoredFinding): string => commitRange(one)?.version ?? one.to

/** Returns the findings of exactly this version pair. */
const findingsOf = (stored: readonly StoredFinding[], version: string, { hardware, from }: MachineChanges) =>
  stored.filter((one) => one.to === version && one.hardware === hardware && from.includes(one.from))

/**
 * Judges every environment that has runs of the version and one of its bases, pair by pair with the engine of the
 * findings.
 */
async function judgeEnvironments(
  access: ProjectAccess,
  outline: readonly EnvironmentOutline[],
  asked: { product: string; version: string; pinned: string | null },
): Promise<JudgedEnvironment[]> {
  const wanted = outline.flatMap(({ hardware, benchmark, workload, versions }) => {
    const names = versions.map((one) => one.version)
    const bases = names.includes(asked.version) ? basesOf(names, asked) : {}
    return Object.keys(bases).length === 0 ? [] : [{ hardware, benchmark, workload, versions: names, bases }]
  })
  if (wanted.length === 0) return []
  const set = await readAll(access, asked, wanted)
  const byEnvironment = Map.groupBy(set.points, ({ coordinates: { hardware, benchmark, workload } }) =>
    JSON.stringify([hardware, benchmark, workload]),
  )
  const judged: JudgedEnvironment[] = []
  for (const environment of wanted) {
    const { hardware, benchmark, workload } = environment
    const points = byEnvironment.get(JSON.stringify([hardware, benchmark, workload])) ?? []
    const own = { ...set, points }
    const known = await access.queries.noise.withNoise(own, [PRIMARY_METRIC])
    const pairs = [...new Set(Object.values(environment.bases))].map((from) =>
      judgePair(known, asked.product, { from, to: asked.version, kind: 'release' }),
    )
    judged.push({ ...environment, judged: pairs.flat() })
  }
  return judged
}

/** Reads the results of the version and of each of its bases in one statement. */
function readAll(
  access: ProjectAccess,
  { product, version }: { product: string; version: string },
  environments: readonly Omit<JudgedEnvironment, 'judged'>[],
) {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      version: [...new Set([version, ...environments.flatMap(({ bases }) => Object.values(bases))])],
      hardware: [...new Set(environments.map(({ hardware }) => hardware))],
    },
  }
  return readPoints(access, comparison, metricsToExplain(comparison))
}
