import type { Better } from '../../run/metric.ts'
import { applyRule, meanOf } from './apply-rule.ts'
import type { SeriesLine, SeriesPosition } from './build-lines.ts'
import type { Movement } from './detect/change-points.ts'
import { PENDING } from './detect/min-segment.ts'
import { type Drift, driftOf } from './drift.ts'
import { DETECTORS, type SeriesRule } from './rule.ts'

export type LineChange = {
  /** Index of the first point of the new level. */
  place: number
  /** Index of the point before it. */
  after: number
  ratio: number
  direction: 'worse' | 'better' | 'changed'
  runId: string | null
  /**
   * Source of the change: the rule of the series (`level`), or the verdict between two neighboring releases
   * (`release`).
   */
  by: 'level' | 'release'
}

/** A level between two changes, with the noise around it. */
type LineLevel = { from: number; to: number; mean: number; low: number; high: number }

export type JudgedLine = SeriesLine & {
  rule: SeriesRule
  changes: readonly LineChange[]
  levels: readonly LineLevel[]
  /** Number of points at the end that cannot begin a level yet. */
  pending: number
  /** The reason why the rule could not be applied; null if it could. */
  unable: string | null
  /** Movement between its changes: slow drift, a wave, or switching between two levels; null if there is none. */
  movement: Movement | null
  drifts: readonly Drift[]
}

/** Half width of the noise band in standard deviations; 19 of 20 points of normal noise are inside. */
const BAND_WIDTH = 2

/**
 * Applies a rule to a line. Points that validity flags exclude are ignored.
 *
 * @param apply `applyRule`, or a version with a cache: finding the levels of a long series takes longer than reading
 * it.
 */
export function judgeLine(line: SeriesLine, rule: SeriesRule, better: Better, apply = applyRule): JudgedLine {
  const counted = line.positions.filter(({ counts }) => counts)
  const { flags, movement, unable } = apply(rule, countedValues(line))
  const hasLevels = DETECTORS.some((detector) => detector === rule.method)
  return {
    ...line,
    rule,
    unable: unable === null ? null : `${unable}${leftOut(line.positions.length - counted.length)}`,
    changes: flags.flatMap(({ index, before, after }): LineChange[] => {
      const [own, previous] = [counted[index], counted[index - 1]]
      if (own === undefined || previous === undefined) return []
      const ratio = after / before
      return [
        {
          place: own.place,
          after: previous.place,
          ratio,
          direction: directionOf(ratio, better),
          runId: own.runIds[0] ?? null,
          by: 'level',
        },
      ]
    }),
    levels: levelsOf(counted, hasLevels ? flags.map(({ index }) => index) : []),
    pending: hasLevels && unable === null ? PENDING : 0,
    movement,
    drifts: driftOf(line),
  }
}

/** The values that a rule judges. */
export const countedValues = ({ positions }: Pick<SeriesLine, 'positions'>): number[] =>
  positions.filter(({ counts }) => counts).map(({ value }) => value)

const leftOut = (points: number): string =>
  points === 0 ? '' : ` ${points} more ${points === 1 ? 'point is' : 'points are'} excluded by validity flags.`

function directionOf(ratio: number, better: Better): LineChange['direction'] {
  if (better === 'neither') return 'changed'
  return ratio > 1 === (better === 'higher') ? 'better' : 'worse'
}

function levelsOf(counted: readonly SeriesPosition[], cuts: readonly number[]): LineLevel[] {
  const values = counted.map(({ value }) => value)
  const bounds = [0, ...cuts, values.length]
  const means = bounds.slice(0, -1).map((start, i) => meanOf(values, start, bounds[i + 1] ?? values.length))
  let squares = 0
  for (const [level, mean] of means.entries())
    for (let i = bounds[level] ?? 0; i < (bounds[level + 1] ?? 0); i++) squares += ((values[i] ?? 0) - mean) ** 2
  const degrees = values.length - cuts.length - 1
  if (degrees < 1) return []
  const width = BAND_WIDTH * Math.sqrt(squares / degrees)
  return means.flatMap((mean, i) => {
    const [start, end] = [bounds[i] ?? 0, bounds[i + 1] ?? values.length]
    const [first, last] = [counted[start], counted[end - 1]]
    if (first === undefined || last === undefined) return []
    return [{ from: first.place, to: last.place, mean, low: mean - width, high: mean + width }]
  })
}
