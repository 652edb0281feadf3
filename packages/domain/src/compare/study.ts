import { type Comparison, DEFAULT_COMPARISON } from './comparison.ts'
import type { DimensionName, ParamDimension } from './dimension.ts'
import { dimensionOrder } from './dimension-order.ts'

/** Subjects of studies; each is a segment of the URL of its page. */
const STUDY_KINDS = [
  'versions',
  'products',
  'steps',
  'compilers',
  'configs',
  'hardware',
  'scale-up',
  'sweep',
  'repeats',
  'efficiency',
  'quality-of-service',
  'io-efficiency',
  'profiles',
] as const
export type StudyKind = (typeof STUDY_KINDS)[number]

/** A named comparison with sensible axes. */
export type Study = {
  /** The page that shows it; studies of one kind differ in their comparison. */
  kind: StudyKind
  /** Unique name within a project: `versions`, `versions-of-Postgres`. */
  name: string
  title: string
  /** The question that the study answers, shown in the list of studies. */
  sentence: string
  comparison: Comparison
}

/** The dimensions of a project with their values, and the number of results of each value. */
export type Observed = readonly { name: DimensionName; values: readonly { value: string; count: number }[] }[]

/** Dimensions that a study can vary while all others are fixed. */
export type VariedDimension = 'version' | 'config' | 'clients' | 'compiler' | ParamDimension

export const VARIES_AMONG = ['product', 'version', 'compiler', 'config', 'hardware'] as const
export type AmongDimension = (typeof VARIES_AMONG)[number]

/**
 * A dimension that varies within a workload while all others are fixed; if it is the version, config and build may vary
 * with it. Versions are of one product, configs of one version.
 */
export type Varying = {
  dimension: VariedDimension
  benchmark: string
  workload: string
  /** Values in the order of the dimension. */
  values: readonly string[]
  /** Values that occur in every environment where the dimension varies, such as the versions that all machines ran. */
  common: readonly string[]
  /** The values of the fixed dimensions (products, machines and so on) for which it varies. */
  among: Readonly<Record<AmongDimension, readonly string[]>>
  /** Number of runs. */
  runs: number
}

/** Dimensions whose values must not share a table: each value gets a separate one. */
const APART: readonly DimensionName[] = ['hardware', 'benchmark', 'workload', 'clients']

/** Facts about the results of a project that can be computed without their values. */
export type Facts = {
  /** Values in the order of the dimension, without those for unknown. */
  values(dimension: DimensionName): readonly string[]
  mostResults(dimension: DimensionName): string | undefined
  has(dimension: DimensionName, min: number): boolean
  /** The given dimensions that have two or more values. */
  several(dimensions: readonly DimensionName[]): DimensionName[]
  /** Dimensions that vary while all others are fixed, most runs first. */
  varying(dimension: (name: VariedDimension) => boolean): readonly Varying[]
}

export function readObserved(observed: Observed, varying: readonly Varying[]): Facts {
  const byName = new Map(observed.map(({ name, values }) => [name, values.filter(({ value }) => value !== 'unknown')]))
  const values = (dimension: DimensionName) =>
    (byName.get(dimension) ?? []).map(({ value }) => value).sort(dimensionOrder(dimension, []))
  const has = (dimension: DimensionName, min: number) => (byName.get(dimension)?.length ?? 0) >= min
  return {
    values,
    has,
    mostResults: (dimension) => byName.get(dimension)?.toSorted((a, b) => b.count - a.count)[0]?.value,
    several: (dimensions) => dimensions.filter((dimension) => has(dimension, 2)),
    varying: (wanted) => varying.filter(({ dimension }) => wanted(dimension)).toSorted((a, b) => b.runs - a.runs),
  }
}

/** Creates a study from its axes. Each value of a dimension in APART gets a table. */
export function study(
  facts: Facts,
  {
    kind,
    name,
    title,
    sentence,
    ...axes
  }: Omit<Study, 'comparison'> & Partial<Comparison> & { columns: DimensionName[] },
): Study {
  const rows = axes.rows ?? DEFAULT_COMPARISON.rows
  const placed = new Set<DimensionName>([...rows, ...axes.columns, ...(axes.tables ?? [])])
  const filtered = (dimension: DimensionName) => axes.filters?.[dimension]?.length === 1
  const apart = facts.several(APART).filter((dimension) => !placed.has(dimension) && !filtered(dimension))
  const tables = [...(axes.tables ?? []), ...apart]
  return { kind, name, title, sentence, comparison: { ...DEFAULT_COMPARISON, ...axes, rows, tables } }
}
