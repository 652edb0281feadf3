import type { Metric } from '../../run/metric.ts'
import { isExcluded, OF_BASE, relativeBand } from '../band.ts'
import type { Comparison } from '../comparison.ts'
import type { Band, Cell } from '../grid.ts'
import type { Footnote } from '../point.ts'
import { targetBand } from '../target.ts'
import type { Evidence } from '../verdict/significance.ts'
import type { Measurement } from './measure.ts'
import { PER_CLIENT_NOTE } from './per-client.ts'
import { ratioToBase } from './relative-value.ts'

/** Input of a cell: its own measurement and that of its base, each null if there is no result. */
type CellInput = {
  metric: Metric
  own: Measurement | null
  /** `label` is null when the comparison has no base; `note` explains a missing base or a base on another machine. */
  base: { measurement: Measurement | null; label: string | null; note?: Footnote | null }
  isBase: boolean
  /** Factor that turns a ratio of rates per client into one of totals (per-client.ts). */
  factor?: number | null
  /** Collects the evidence on a ratio; null when the comparison has no verdicts. */
  judge?: ((own: Measurement, base: Measurement, ratio: number) => Evidence) | null
}

/** A cell before its verdict, which depends on all cells of the comparison, and the evidence for it. */
export type CellDraft = { cell: Cell; evidence: Evidence | null }

/**
 * Creates a cell with its ratio, band and footnotes. Quartile bands and verdicts are added later, because they need the
 * whole column and all cells.
 */
export function createCell(
  { metric, own, base, isBase, factor = null, judge = null }: CellInput,
  { base: { kind: baseKind }, bands, asPublished }: Pick<Comparison, 'base' | 'bands' | 'asPublished'>,
): CellDraft {
  const baseValue = base.measurement?.value ?? null
  const quotient = ratioToBase({ value: own?.value ?? null, baseValue }, { asPublished })
  const ratio = quotient === null || factor === null ? quotient : quotient * factor
  const footnotes = own === null ? [] : [...own.footnotes, ...(isBase ? [] : notesOnBase(base))]
  if (ratio !== null && factor !== null) footnotes.push(PER_CLIENT_NOTE)
  const cell: Cell = {
    value: own?.value ?? null,
    baseValue,
    ratio,
    isBase,
    repeats: own?.repeats ?? 0,
    min: own?.min ?? null,
    max: own?.max ?? null,
    metric: metric.name,
    unit: metric.unit,
    better: metric.better,
    band: bandOf(),
    verdict: null,
    footnotes,
    runIds: own?.runIds ?? [],
  }
  return { cell, evidence: evidenceOf() }

  function bandOf(): Band {
    if (baseKind === 'target') return targetBand(own?.value ?? null, baseValue)
    if (bands.kind === 'quartile' || ratio === null || isExcluded(footnotes)) return 'none'
    const band = relativeBand(ratio, metric.better, bands)
    return isBase && band !== 'none' ? 'neutral' : band
  }

  function evidenceOf(): Evidence | null {
    const isCompared = baseKind !== 'target' && !isBase && metric.better !== 'neither' && !isExcluded(footnotes)
    if (judge === null || !isCompared || ratio === null || own === null || base.measurement === null) return null
    return judge(own, base.measurement, ratio)
  }
}

function notesOnBase({ measurement, label, note = null }: CellInput['base']): Footnote[] {
  if (label === null) return []
  const own = note === null ? [] : [note]
  if (measurement === null) {
    return own.length > 0 ? own : [{ code: 'no-base-result', text: `The base, ${label}, has no result here.` }]
  }
  const notes = measurement.footnotes.map((note) => ({
    ...note,
    code: `${OF_BASE}${note.code}`,
    text: `Base: ${note.text}`,
  }))
  if (measurement.value !== 0) return [...own, ...notes]
  return [...own, ...notes, { code: 'zero-base', text: `The base, ${label}, is 0 here, so there is no ratio.` }]
}
