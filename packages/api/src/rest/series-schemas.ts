import { SeriesRule } from '@assay/domain/findings/series/rule'
import { z } from 'zod'

// Responses about long series, as the documentation of the REST API shows them.

const index = z.int().min(0)

const Position = z.object({
  place: index,
  value: z.number(),
  values: z.array(z.number()),
  runIds: z.array(z.string()),
  version: z.string(),
  binary: z.string().nullable(),
  counts: z.boolean(),
  notes: z.array(z.string()),
})

const Line = z.object({
  name: z.string(),
  colour: z.string(),
  test: z.string(),
  hardware: z.string(),
  metric: z.string(),
  positions: z.array(Position),
  rule: SeriesRule,
  changes: z.array(
    z.object({
      place: index,
      after: z.int(),
      ratio: z.number(),
      direction: z.enum(['worse', 'better', 'changed']),
      runId: z.string().nullable(),
      by: z.enum(['level', 'release']).describe('found by the rule of the series, or between two neighboring releases'),
    }),
  ),
  levels: z.array(z.object({ from: index, to: index, mean: z.number(), low: z.number(), high: z.number() })),
  pending: z.int(),
  unable: z.string().nullable(),
  movement: z.enum(['drift', 'wave', 'two regimes']).nullable(),
  drifts: z.array(
    z.object({
      against: z.enum(['last release', 'first of the major version']),
      version: z.string(),
      base: z.number(),
      ratio: z.number(),
      isFlagged: z.boolean(),
    }),
  ),
})

export const SeriesBody = z.object({
  places: z.array(z.string()),
  metric: z
    .object({ name: z.string(), unit: z.string(), better: z.string(), about: z.string().nullable().optional() })
    .nullable(),
  left: z.int(),
  found: z.int(),
  lines: z.array(Line),
})

const { positions: _positions, ...JudgedFields } = Line.shape

const DrawnLine = z.object({
  ...JudgedFields,
  of: z.int().describe('number of points before thinning; changes and levels were computed from all of them'),
  points: z
    .object({
      place: z.array(index),
      value: z.array(z.number()),
      low: z.array(z.number()),
      high: z.array(z.number()),
      repeats: z.array(z.int()),
      runId: z.array(z.string().nullable()),
      version: z.array(z.string()),
      counts: z.array(z.boolean()),
      notes: z.record(z.string(), z.array(z.string())).describe('by index into these columns'),
    })
    .describe('columns of equal length: the minimum and maximum of each stretch, changes, ends of levels, and notes'),
})

/** The response to `points=drawn`. */
export const DrawnSeriesBody = SeriesBody.extend({
  thinned: z.object({ points: z.int(), of: z.int() }),
  lines: z.array(DrawnLine),
})

const RulePreviewCounts = z.object({
  lines: z.int(),
  unable: z.int(),
  why: z.string().nullable(),
  flags: z.int(),
  equalPairs: z.int(),
  falseFlags: z.int(),
  known: z.int(),
  missed: z.int(),
})

export const RulePreviewBody = z.object({ trial: RulePreviewCounts, byDefault: RulePreviewCounts })
