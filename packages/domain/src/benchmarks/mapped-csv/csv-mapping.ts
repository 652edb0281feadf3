import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { err, ok, type Result } from '../../result.ts'
import { Better, findKnownMetric, PRIMARY_METRIC } from '../../run/metric.ts'
import { yamlData } from '../../yaml-data.ts'
import { parseJsonPath } from './json-path.ts'

/** Fields that a column or a constant can state, besides metrics and `param:NAME`. */
export const CSV_FIELDS = [
  'benchmark',
  'product',
  'version',
  'build',
  'compiler',
  'config',
  'hardware',
  'workload',
  'repeat',
  'test',
  'group',
  'clients',
] as const
/** Columns of a long table, which has one row per value. */
export const LONG_FIELDS = ['metric', 'value'] as const

const word = z.string().min(1).max(200)
const scalar = z.union([word, z.number(), z.boolean()]).transform((value) => String(value))

const isField = (name: string): boolean =>
  (CSV_FIELDS as readonly string[]).includes(name) || /^param:\S.{0,190}$/.test(name)

const fieldName = z.string().refine(isField, {
  error: (issue) =>
    `${JSON.stringify(issue.input)} is not a field; known: ${CSV_FIELDS.join(', ')}, param:NAME; a metric is { metric: NAME }`,
})

/** A metric that is not in Assay's list needs a unit and a direction. */
const metric = {
  unit: word.optional(),
  better: Better.optional(),
  about: z.string().max(2_000).optional(),
  /** Factor for the numbers: 0.001 for a column in ns of a metric in µs. */
  times: z.number().positive().optional(),
}
const isDeclared = ({
  metric: name,
  unit,
  better,
}: {
  metric: string
  unit?: string | undefined
  better?: string | undefined
}) => name !== PRIMARY_METRIC && (findKnownMetric(name) !== undefined || (unit !== undefined && better !== undefined))
const undeclared = { error: 'a metric that Assay does not know needs `unit` and `better` (higher, lower, neither)' }
const MetricTarget = z.strictObject({ metric: word, ...metric }).refine(isDeclared, undeclared)

const Target = z.union([MetricTarget, z.enum(LONG_FIELDS), z.literal('ignore'), fieldName])

const JsonPathText = word.refine((path) => parseJsonPath(path).ok, {
  error: (issue) => `${JSON.stringify(issue.input)} is not a path such as $.results[*]`,
})

export const CsvMapping = z
  .strictObject({
    schemaVersion: z.literal(1),
    about: z.string().max(2_000).optional(),
    /** `wide`: one column per metric. `long`: one row per value, with the columns `metric` and `value`. */
    layout: z.enum(['wide', 'long']).default('wide'),
    /**
     * Makes this a mapping of JSON: the path of its rows, such as `$.results[*]`. The columns are then paths inside of
     * a row.
     */
    rows: JsonPathText.optional(),
    separator: z.enum([',', ';', '|', '\t', 'tab']).default(','),
    /** Columns by their headings in the first line. */
    columns: z.record(word, Target),
    /** Handling of unlisted columns: report a problem, or ignore them. */
    others: z.enum(['refuse', 'ignore']).default('refuse'),
    /** Fields with the same value in all rows. */
    set: z.record(fieldName, scalar).default({}),
    /** Meanings of words in a column: `{ product: { pg: PostgreSQL } }`. */
    values: z.record(fieldName, z.record(word, scalar)).default({}),
    /** Metrics of a long table, by their names in its rows. */
    metrics: z.record(word, MetricTarget).default({}),
    /** Words for a missing value, in addition to an empty cell, NA, N/A, - and failed. */
    missing: z.array(word).max(100).default([]),
    /** The thousands separator, and the decimal mark. */
    thousands: z.enum([',', '.', ' ', "'", '_']).optional(),
    decimal: z.enum(['.', ',']).default('.'),
    /** The primary metric of the tests. The default is the first metric that has a direction. */
    primaryMetric: word.optional(),
  })
  .refine(
    ({ layout, columns }) => {
      const targets = Object.values(columns)
      return layout === 'wide'
        ? targets.some((target) => typeof target === 'object') &&
            !targets.some((target) => target === 'metric' || target === 'value')
        : LONG_FIELDS.every((field) => targets.filter((target) => target === field).length === 1) &&
            !targets.some((target) => typeof target === 'object')
    },
    {
      error: 'a wide table has a column for each metric; a long one has one column `metric` and one `value`',
      path: ['columns'],
    },
  )
  .refine(({ rows, columns }) => rows === undefined || Object.keys(columns).every((path) => parseJsonPath(path).ok), {
    error: 'a mapping of JSON names its columns by paths, such as latency.p99 or ["p99.9"]',
    path: ['columns'],
  })
  .refine(({ thousands, decimal }) => thousands !== decimal, {
    error: 'thousands and decimals need different marks',
    path: ['thousands'],
  })
export type CsvMapping = z.infer<typeof CsvMapping>
export type CsvMetric = z.infer<typeof MetricTarget>

export type MappingError = { message: string; line?: number }

/** Parses a mapping in YAML or JSON. It returns the first error, with its line where known. */
export function parseCsvMapping(text: string): Result<CsvMapping, MappingError> {
  if (text.length > 200_000) return err({ message: 'is longer than 200000 characters' })
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const [malformed] = document.errors
  if (malformed !== undefined) return err({ message: malformed.message, line: counter.linePos(malformed.pos[0]).line })
  const data = yamlData(document)
  if (!data.ok) return err({ message: data.error })
  const parsed = CsvMapping.safeParse(data.value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part))
  const message = `${path.join('.') || 'the mapping'}: ${deepest(issue)}`
  for (let depth = path.length; depth > 0; depth--) {
    const node: unknown = document.getIn(path.slice(0, depth), true)
    if (node === null || typeof node !== 'object' || !('range' in node) || !Array.isArray(node.range)) continue
    const [start] = node.range
    if (typeof start === 'number') return err({ message, line: counter.linePos(start).line })
  }
  return err({ message })
}

/**
 * The most useful message for an invalid target: the issue of the metric when it is an object, otherwise that the word
 * is not a field.
 */
function deepest(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_union') return issue?.message ?? 'is not understood'
  const [asMetric, , , asField] = issue.errors
  const isMetric = asMetric?.every(({ code }) => code !== 'invalid_type') ?? false
  return (isMetric ? asMetric : asField)?.[0]?.message ?? issue.message
}
