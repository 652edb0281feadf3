import type { EnvironmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import type { PairSteps, ReleaseSteps } from '@assay/domain/compare/noise/pair-steps'
import type { DataTransition, FindingAction } from '@assay/domain/findings/change-state'
import type { FindingFacts, FindingState } from '@assay/domain/findings/finding'
import type { PairVerdicts } from '@assay/domain/findings/pair-verdicts'
import type { StoredSummary } from '@assay/domain/findings/releases/release-strips'
import type { ReleaseLine, ReleaseSummary } from '@assay/domain/findings/releases/release-summary'
import type { FindingEvent, FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ScanPair } from '@assay/domain/findings/version-pairs'
import type { DatedFinding, FindingPageQuery } from '../../crud/findings/read-findings.ts'

export type { DatedFinding } from '../../crud/findings/read-findings.ts'

export type OutlinedTest = { test: string; group: string | null; clients: string; metric: string }

/** The versions and tests of a product that one environment measured, without values. */
export type EnvironmentOutline = {
  id: string
  product: string
  hardware: string
  benchmark: string
  workload: string
  /** Hash that changes whenever the results change. */
  state: string
  /** Oldest first; `tests` are the measured ones, as "test clients". */
  versions: readonly {
    version: string
    state: string
    tests: ReadonlySet<string>
    /** Number of builds with the same compiler; the largest if there are several compilers. */
    builds: number
    /** Number of builds that differ only in their commit; the largest if there are several such groups. */
    commits: number
    runs: number
  }[]
  tests: readonly OutlinedTest[]
}

/** Releases of a product on a machine; `to` null means all releases. */
export type ReleaseKey = { product: string; hardware: string; benchmark: string; to: string | null }

/** The ratios of one release to the previous one in one environment. */
export type StoredLines = Omit<ReleaseKey, 'to'> & { from: string; to: string; workload: string; lines: ReleaseLine[] }

export type PairOfVersions = { from: string; to: string }

export type PairKey = PairOfVersions & { id: string; environment: EnvironmentOutline }

/** The verdicts on a pair of versions in an environment. */
export type JudgedPair = PairKey & {
  kind: ScanPair['kind']
  state: string
  verdicts: PairVerdicts
  /** Null for pairs other than a release and the previous one. */
  release: { summary: ReleaseSummary; lines: readonly ReleaseLine[] } | null
}

/** State of earlier scans by id: the hash of the results that each used. */
export type ScanState = {
  environments: ReadonlyMap<string, string>
  /** States of the results from which noise was estimated, by environment, for unfinished scans. */
  estimated: ReadonlyMap<string, string>
  pairs: ReadonlyMap<string, PairOfVersions & { state: string }>
}

/** Changes between versions, with their triage by people. */
export type FindingQueries = {
  /**
   * Lists active findings, largest effect first; those that single steps explain come last, if the filters include
   * them.
   */
  list(filters: FindingFilters, limit: number): Promise<StoredFinding[]>
  /** Lists one page of active findings, largest effect first; null when the finding `after` does not exist any longer. */
  page(query: FindingPageQuery): Promise<{ findings: DatedFinding[]; next: string | null } | null>
  /** Counts active findings by each filter; `explained` counts those that findings of single steps explain. */
  counts(): Promise<
    { product: string; hardware: string; state: FindingState; direction: string; count: number; explained: number }[]
  >
  find(id: string): Promise<(StoredFinding & { events: FindingEvent[] }) | null>
  outline(product: string): Promise<EnvironmentOutline[]>
  scanState(product: string): Promise<ScanState>
  /** Runs one scan of a product at a time across all processes; other scans wait. */
  withScanLock<T>(product: string, work: () => Promise<T>): Promise<T>
  /** Stores the steps of version pairs with a hash of their results. The pairs then need verdicts. */
  storeSteps(product: string, pairs: readonly (PairKey & { state: string; steps: PairSteps })[]): Promise<void>
  listSteps(ids: readonly string[]): Promise<ReleaseSteps[]>
  /** Stores the noise between neighboring versions of some environments, and marks these as stale. */
  storeNoise(product: string, environments: readonly { id: string; noise: EnvironmentNoise }[]): Promise<void>
  listNoise(product: string): Promise<{ id: string; noise: EnvironmentNoise }[]>
  /**
   * Stores verdicts of version pairs, deletes missing pairs, and rebuilds the findings of the affected pairs from all
   * stored verdicts, in one transaction. The environments of the pairs are stale until `finalize`.
   *
   * @returns the ids of new findings.
   */
  storeVerdicts(
    product: string,
    change: {
      pairs: readonly JudgedPair[]
      missing: { pairs: readonly string[]; environments: readonly string[] }
    },
  ): Promise<string[]>
  /** Reads summaries of all releases compared with the previous one, for all products. */
  releaseSummaries(): Promise<StoredSummary[]>
  /** Reads ratios of the tests of some releases to the previous one, by machine and benchmark, oldest pair first. */
  releaseLines(releases: readonly ReleaseKey[]): Promise<StoredLines[]>
  /** Marks environments as completely scanned. */
  finalize(environments: readonly EnvironmentOutline[]): Promise<void>
  /**
   * Replaces all findings of a product.
   *
   * @returns the ids of new findings.
   */
  replace(product: string, all: readonly FindingFacts[]): Promise<string[]>
  act(
    id: string,
    action: FindingAction,
    input: { note: string | null; knownBug: string | null },
  ): Promise<'done' | 'not from here' | 'not there'>
  /** Applies a change of state that the data of a later version cause; false if nothing changed. */
  applyTransition(id: string, transition: DataTransition, version: string): Promise<boolean>
  note(id: string, text: string): Promise<boolean>
  assign(id: string, person: { id: string; name: string } | null): Promise<boolean>
}
