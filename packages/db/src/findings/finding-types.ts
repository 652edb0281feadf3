import type { PlaceNoise } from '@assay/domain/compare/verdict/neighbour-floor'
import type { PairSteps, ReleaseSteps } from '@assay/domain/compare/verdict/pair-steps'
import type { FindingAction, FindingNews } from '@assay/domain/findings/change-state'
import type { FindingFacts, FindingState } from '@assay/domain/findings/finding'
import type { FindingEvent, FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ToldPart } from '@assay/domain/findings/told'
import type { PartPair } from '@assay/domain/findings/version-pairs'

export type OutlinedTest = { test: string; group: string | null; clients: string; metric: string }

/** What was measured of a product with a workload of a benchmark on a machine, without its values. */
export type PlaceOutline = {
  id: string
  product: string
  hardware: string
  benchmark: string
  workload: string
  /** Another one whenever its results are others, by which ever way. */
  state: string
  /** Oldest first; `tests` are those that it measured, as "test clients". */
  versions: readonly {
    version: string
    state: string
    tests: ReadonlySet<string>
    /** Number of builds, of the compiler that has most. */
    builds: number
    /** Number of builds that differ in nothing but their commit, of the line of builds that has most. */
    commits: number
    runs: number
  }[]
  tests: readonly OutlinedTest[]
}

export type PairOfVersions = { from: string; to: string }

export type PartKey = PairOfVersions & { id: string; place: PlaceOutline }

/** What was told of a pair of versions in a place. */
export type FindingPart = PartKey & { kind: PartPair['kind']; state: string; told: ToldPart }

/** What is kept of former looks, by id: of which results it was made. */
export type KeptStates = {
  places: ReadonlyMap<string, string>
  parts: ReadonlyMap<string, PairOfVersions & { state: string }>
}

/** What changed between versions, and what people say of it. */
export type FindingQueries = {
  /** Those that stand, the largest effect first; those that single steps explain come last, where they are asked for. */
  list(filters: FindingFilters, limit: number): Promise<StoredFinding[]>
  /** How many of those that stand, by what they can be filtered by; `explained` are told of by those of single steps. */
  counts(): Promise<
    { product: string; hardware: string; state: FindingState; direction: string; count: number; explained: number }[]
  >
  find(id: string): Promise<(StoredFinding & { events: FindingEvent[] }) | null>
  outline(product: string): Promise<PlaceOutline[]>
  kept(product: string): Promise<KeptStates>
  /** One look at a product at a time, whoever looks; others wait. */
  alone<T>(product: string, work: () => Promise<T>): Promise<T>
  /** Stores the steps of pairs of versions, with a state that says of which results; they count as not judged. */
  keepSteps(product: string, parts: readonly (PartKey & { state: string; steps: PairSteps })[]): Promise<void>
  stepsOf(ids: readonly string[]): Promise<ReleaseSteps[]>
  /** Stores how much neighbouring versions differ in some places, which thereby count as not looked at. */
  keepNoise(product: string, places: readonly { id: string; noise: PlaceNoise }[]): Promise<void>
  noises(product: string): Promise<{ id: string; noise: PlaceNoise }[]>
  /**
   * Stores parts, drops others, and makes the findings of their pairs of versions of all parts that there are now; all of
   * it or nothing. The places of the parts count as not looked at until `settle`.
   * @returns the ids of findings that were not there.
   */
  write(
    product: string,
    change: { parts: readonly FindingPart[]; gone: { parts: readonly string[]; places: readonly string[] } },
  ): Promise<string[]>
  /** Says that all of these places was looked at. */
  settle(places: readonly PlaceOutline[]): Promise<void>
  /** Everything that the data of a product say now. @returns the ids of those that were not there. */
  replace(product: string, all: readonly FindingFacts[]): Promise<string[]>
  act(
    id: string,
    action: FindingAction,
    said: { note: string | null; knownBug: string | null },
  ): Promise<'done' | 'not from here' | 'not there'>
  /** What later data say, in a version; false when it changes nothing. */
  hear(id: string, news: FindingNews, version: string): Promise<boolean>
  note(id: string, text: string): Promise<boolean>
  own(id: string, person: { id: string; name: string } | null): Promise<boolean>
}
