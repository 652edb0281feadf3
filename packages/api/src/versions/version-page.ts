import type { PinnedBase, VersionSummary } from '@assay/db/types'
import { commitRange } from '@assay/domain/findings/commit-range'
import { explainingBugs } from '@assay/domain/findings/explaining-bugs'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import { type MachineChanges, type SinceChanges, versionChanges } from '@assay/domain/findings/versions/version-changes'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { judgeEnvironments, type UnjudgedEnvironment } from './judge-environments.ts'

const EVERYTHING = FindingFilters.parse({ explained: true })
const MAX_FINDINGS = 5_000

/** A finding without its changes, which are listed separately. */
type NamedFinding = Omit<StoredFinding, 'changes'> & {
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
  /** Environments that would exceed the limit of one comparison. */
  notShown: UnjudgedEnvironment[]
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
  const asked = { product, version, pinned: pinned?.version ?? null }
  const { judged, notShown } = await judgeEnvironments(access, outline, asked)
  const named = (one: StoredFinding): NamedFinding => {
    const { changes, ...finding } = one
    const mayBe = one.knownBug === null ? explainingBugs(one, bugs) : []
    return {
      ...finding,
      tests: changes.length,
      mayBe: mayBe.map(({ slug, product: of, bug }) => ({ slug, product: of, bug })),
    }
  }
  const since = versionChanges(judged, stored).map(({ machines, ...rest }) => ({
    ...rest,
    machines: machines.map((machine) => ({ ...machine, findings: findingsOf(stored, version, machine).map(named) })),
  }))
  const shown = new Set(since.flatMap(({ machines }) => machines.flatMap((one) => one.findings.map(({ id }) => id))))
  const others = stored.filter((one) => endsIn(one) === version && !shown.has(one.id)).map(named)
  return { product, version, runCount: own.runCount, versions: all, pinned, since, others, notShown }
}

/** Returns the version that a finding ends in; a finding between commits has one version for both. */
const endsIn = (one: StoredFinding): string => commitRange(one)?.version ?? one.to

/** Returns the findings of exactly this version pair. */
const findingsOf = (stored: readonly StoredFinding[], version: string, { hardware, from }: MachineChanges) =>
  stored.filter((one) => one.to === version && one.hardware === hardware && from.includes(one.from))
