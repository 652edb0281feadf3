import { z } from 'zod'
import { DimensionName } from './dimension.ts'

/** Ratios up to `worse` are red, and ratios from `better` on are green. */
export const DEFAULT_BANDS = { worse: 0.95, better: 1.05 } as const

const dimensionValues = z.partialRecord(DimensionName, z.array(z.string()).min(1))

/**
 * The divisor of the ratios: values of some dimensions (the others are those of the cell), the first row or column, the
 * first cell of each table (the oldest version built with the first compiler), the target rate of each step (for the
 * rate of its background load), or nothing.
 */
export const Base = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('first-row') }),
  z.strictObject({ kind: z.literal('first-column') }),
  z.strictObject({ kind: z.literal('first-cell') }),
  z.strictObject({ kind: z.literal('target') }),
  z.strictObject({ kind: z.literal('values'), values: z.partialRecord(DimensionName, z.string()) }),
])
export type Base = z.infer<typeof Base>

export const Bands = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('relative'), worse: z.number().min(0).max(1), better: z.number().min(1).max(100) }),
  /** Quartile bands of a column of absolute values. */
  z.strictObject({ kind: z.literal('quartile') }),
])
export type Bands = z.infer<typeof Bands>

/** A pivot with a base: the whole state of a compare page. Its canonical URL form is in comparison-url.ts. */
export const Comparison = z.strictObject({
  filters: dimensionValues,
  rows: z.array(DimensionName),
  columns: z.array(DimensionName),
  tables: z.array(DimensionName),
  /** Names of metrics, or `primary` for each test's own. Each metric makes separate tables. */
  metrics: z.array(z.string().min(1)).min(1),
  base: Base,
  show: z.enum(['absolute', 'relative', 'both']),
  repeats: z.enum(['each', 'median', 'mean', 'min', 'max']),
  bands: Bands,
  /** Repeats the arithmetic of the archive: ratios of integers rounded half to even, and its vmstat averages. */
  asPublished: z.boolean(),
  /** Also lists warm-up and load steps. */
  allSteps: z.boolean(),
  onlyChanged: z.boolean(),
  /** Includes results with validity flags in verdicts; otherwise they are shown and excluded. */
  countBadged: z.boolean(),
  /** Verdicts: off, on except in the text table (which keeps the format of published posts), or on there too. */
  verdicts: z.enum(['off', 'on', 'text']),
  /** Sorts rows in the order of the benchmark, by name, or by the ratio (or value) in one column. */
  sort: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('order') }),
    z.strictObject({ kind: z.literal('name') }),
    z.strictObject({
      kind: z.literal('column'),
      column: z.int().min(0),
      direction: z.enum(['ascending', 'descending']),
    }),
  ]),
})
export type Comparison = z.infer<typeof Comparison>

/** Default comparison: tests in rows with groups, versions in columns, no filter, no base. */
export const DEFAULT_COMPARISON: Comparison = {
  filters: {},
  rows: ['test'],
  columns: ['product', 'version', 'config'],
  tables: [],
  metrics: ['primary'],
  base: { kind: 'first-column' },
  show: 'relative',
  repeats: 'median',
  bands: { kind: 'relative', ...DEFAULT_BANDS },
  asPublished: false,
  allSteps: false,
  onlyChanged: false,
  countBadged: false,
  verdicts: 'on',
  sort: { kind: 'order' },
}

/**
 * The same cells without verdicts, for explanations: they read values and ratios only, and verdicts of a dozen metrics
 * cost more than those of the comparison itself.
 */
export const withoutVerdicts = (comparison: Comparison): Comparison => ({
  ...comparison,
  onlyChanged: false,
  verdicts: 'off',
})
