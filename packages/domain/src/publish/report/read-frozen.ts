import { z } from 'zod'
import { Comparison } from '../../compare/comparison.ts'
import { DimensionName } from '../../compare/dimension.ts'
import { NoiseShape } from '../../compare/noise/noise-shape.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import type { SharedFigure } from '../share/shared-content.ts'

// Another server froze the content of the file, or somebody forged it, so it is validated before anything is drawn.

const text = z.string().max(20_000)
const number = z.number()
const count = z.int().min(0)
const optional = z.string().max(20_000).optional()
/** Relative URLs and URLs of the web; other schemes, which could run scripts, are refused. */
const Href = z
  .string()
  .max(8_000)
  .regex(/^(?:https?:\/\/|\/(?!\/)|#)/i)
const list = <T extends z.ZodType>(of: T, limit = 100_000) => z.array(of).max(limit)

const Footnote = z.strictObject({ code: text, text, href: Href.optional(), metrics: list(text).optional() })
const Interval = z.strictObject({ low: number, high: number }).nullable()
const NOISE = ['test', 'alike', 'group', 'machine', 'samples', 'own-repeats', 'neighbours'] as const
const REASONS = [
  'same-binary',
  'no-noise',
  'samples-only',
  'not-repeats',
  'one-session',
  'may-be-outlier',
  'not-positive',
] as const
const Verdict = z.strictObject({
  verdict: z.enum(['worse', 'better', 'same', 'cannot-tell']),
  reason: z.enum(REASONS).nullable(),
  ...{ interval: Interval, medians: Interval, p: number.nullable(), q: number.nullable(), rankP: number.nullable() },
  repeats: z.strictObject({ own: count, base: count }),
  repeatsNeeded: number.nullable(),
  noise: z
    .strictObject({
      ...{ source: z.enum(NOISE), sd: number, degreesOfFreedom: number, shape: NoiseShape.exactOptional() },
      factor: number.exactOptional(),
      session: z.strictObject({ between: number, within: number }).exactOptional(),
    })
    .nullable(),
})
const Better = z.enum(['higher', 'lower', 'neither'])
const Cell = z.strictObject({
  ...{ value: number.nullable(), baseValue: number.nullable(), ratio: number.nullable(), isBase: z.boolean() },
  ...{ repeats: count, min: number.nullable(), max: number.nullable(), metric: text, unit: text, better: Better },
  band: z.enum(['worse', 'neutral', 'better', 'none']),
  ...{ verdict: Verdict.nullable(), footnotes: list(Footnote), runIds: list(z.guid()) },
})
const Axis = { values: list(text), label: text }
const Column = z.strictObject({ ...Axis, isBase: z.boolean(), note: optional, digits: count.max(20).optional() })
const Row = z.strictObject({ ...Axis, group: text.nullable(), isBase: z.boolean(), cells: list(Cell) })
const Summary = z.strictObject({ count, geometricMean: number, median: number, min: number, max: number }).nullable()
const Table = z.strictObject({
  ...{ key: z.strictObject(Axis), metric: text, unit: text, better: Better, columns: list(Column) },
  groups: list(z.strictObject({ name: text.nullable(), rows: list(Row), summaries: list(Summary) })),
  baseLabel: text.nullable(),
  isSubstitute: z.boolean().optional(),
})
const Warning = z.strictObject({ code: text, text })
const ShownPart = z.strictObject({ shown: count, all: count })
const NotShown = z.strictObject({
  ...{
    results: ShownPart,
    runs: ShownPart,
    combinations: ShownPart,
    dimensions: Comparison.shape.rows,
    shortened: count,
  },
  max: z.strictObject({ results: count, values: count, cells: count }),
  narrowBy: list(z.strictObject({ dimension: DimensionName, values: count })),
})
const Grid = z.strictObject({
  show: z.enum(['absolute', 'relative', 'both']),
  ...{ rowDimensions: Comparison.shape.rows, columnDimensions: Comparison.shape.columns },
  ...{ tables: list(Table), warnings: list(Warning) },
  counts: z.strictObject({
    ...{ rows: count, columns: count, cells: count, missing: count, worse: count, better: count, hiddenRows: count },
  }),
  notShown: NotShown.optional(),
  verdicts: z
    .strictObject({
      ...{ worse: count, better: count, same: count, cannotTell: count, noiseUnknown: count, falseExpected: number },
    })
    .nullable(),
  smallestDetectable: number.nullable().optional(),
  verdictsInText: z.boolean(),
})

const FrozenCellRef = z.strictObject({ table: count, row: count, column: count })
const Tldr = z.strictObject({
  sentences: list(
    z.strictObject({
      parts: list(z.union([text, z.strictObject({ number: text, cell: FrozenCellRef.nullable() })])),
      effect: number,
    }),
  ),
  left: count,
})

const Point = z.strictObject({
  ...{ x: number, y: number.nullable(), low: number.optional(), high: number.optional(), href: Href.optional() },
  ...{ note: optional, detail: optional, tone: z.enum(['base', 'worse', 'better', 'plain']).optional() },
})
const Chart = z.strictObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  ...{ title: text, summary: text, draw: z.enum(['line', 'bar', 'rows', 'scatter', 'strip']) },
  x: z.discriminatedUnion('kind', [
    z.strictObject({
      ...{ kind: z.literal('ordered'), label: text, places: list(z.strictObject({ name: text, note: optional })) },
    }),
    z.strictObject({ kind: z.enum(['number', 'log']), label: text, unit: text }),
  ]),
  y: z.strictObject({
    ...{ label: text, unit: text, better: Better, format: z.enum(['value', 'ratio', 'percent']) },
    room: z.strictObject({ low: number, high: number }).optional(),
  }),
  series: list(
    z.strictObject({
      ...{ name: text, color: z.int().min(1).max(6), dashed: z.boolean().optional(), points: list(Point) },
    }),
  ),
  marks: list(z.strictObject({ axis: z.enum(['x', 'y']), at: number, label: text })).optional(),
  areas: list(
    z.strictObject({ from: number, to: number, low: number, high: number, color: z.int().min(1).max(6) }),
  ).optional(),
  left: optional,
})

const Facts = z.strictObject({
  caption: text,
  columns: list(
    z.strictObject({
      ...{ header: text, about: optional, numeric: z.literal(true).optional(), wideOnly: z.literal(true).optional() },
    }),
  ),
  groups: list(
    z.strictObject({
      name: text,
      rows: list(
        z.strictObject({
          key: text,
          cells: list(
            z.strictObject({
              // Links of live pages are dropped.
              parts: list(z.strictObject({ text, small: z.literal(true).optional(), says: optional })),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Maximum nesting; deeper trees are cut when they are created. */
const MAX_DEPTH = 1_000
type Flame = { name: string; percent: number; children: Flame[] }
const Flame: z.ZodType<Flame> = z.lazy(() =>
  z.strictObject({ name: text, percent: number.min(0).max(100), children: z.array(Flame).max(100_000) }),
)

const Part = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text, soft: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('empty'), title: text, text }),
  z.strictObject({ kind: z.literal('facts'), table: Facts }),
  z.strictObject({ kind: z.literal('grid'), grid: Grid, comparison: Comparison, label: optional }),
  z.strictObject({
    ...{ kind: z.literal('metrics'), title: text, grid: Grid },
    heads: list(z.strictObject({ title: text, name: text })).optional(),
  }),
  z.strictObject({ kind: z.literal('charts'), models: list(Chart), height: number.optional() }),
  z.strictObject({ kind: z.literal('flame'), title: text, summary: text, root: Flame }),
])
const Section = z.strictObject({
  ...{ kind: z.literal('section'), title: text, aside: optional, id: optional, parts: list(Part) },
})

const Run = z.strictObject({
  ...{ id: z.guid(), product: text, version: text, build: text, compiler: text, flags: text.nullable() },
  ...{ commit: text.nullable(), config: text, configSha256: text.nullable(), hardware: text, machine: text },
  ...{ os: text.nullable(), benchmark: text, workload: text, startedAt: z.iso.datetime().nullable() },
  commands: list(text).optional(),
  sources: list(z.strictObject({ name: text, url: Href.nullable() })),
})
const Shared = z.strictObject({
  ...{ title: text, by: text, sharedAt: z.iso.datetime(), sha256: z.string().regex(/^[0-9a-f]{64}$/), figure: count },
})

const About = {
  ...{ title: text.nullable(), query: text, frozenAt: z.iso.datetime(), runs: list(Run) },
  shared: Shared.optional(),
}
const Frozen = z.discriminatedUnion('format', [
  z.strictObject({
    ...{ format: z.literal(1), ...About, study: text.nullable(), comparison: Comparison, grid: Grid, tldr: Tldr },
    charts: list(Chart).optional(),
    show: z.array(z.enum(['table', 'tldr', 'chart'])).optional(),
  }),
  z.strictObject({
    ...{ format: z.literal(2), ...About, study: text, own: z.record(text, text) },
    page: z.strictObject({
      ...{ title: text, summary: text, comparison: Comparison, warnings: list(Warning), tldr: Tldr },
      parts: list(z.union([Part, Section])),
    }),
  }),
])

/** Parses a figure that another server froze; null when any part of it is invalid. */
export function readFrozen(content: string): SharedFigure | null {
  const value = parsed(content)
  if (value === undefined || deep(content) > MAX_DEPTH) return null
  const read = Frozen.safeParse(value)
  // The bytes must be canonical, because other bytes of the same figure would have another hash. The schema has exactly
  // the fields of the types, which allows the cast.
  return read.success && canonicalJson(value) === content ? (value as SharedFigure) : null
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** Maximum nesting of brackets; those in texts count too, which only makes the result larger. */
function deep(content: string): number {
  let [level, highest] = [0, 0]
  for (const one of content) {
    if (one === '{' || one === '[') highest = Math.max(highest, ++level)
    else if (one === '}' || one === ']') level--
  }
  return highest
}
