import { applyRule } from './apply-rule.ts'
import type { SeriesPosition } from './build-lines.ts'
import { DEFAULT_RULE, type SeriesRule } from './rule.ts'

/** Result of applying a rule to the history. */
export type RulePreviewCounts = {
  lines: number
  /** Number of lines that are too short or constant for the rule, and the reason. */
  unable: number
  why: string | null
  flags: number
  /** Pairs of neighboring points that are known to be equal: repeats of one build and config, or the same binary. */
  equalPairs: number
  /** Flags between such pairs, which no change can have caused. */
  falseFlags: number
  /** Number of changes that the default detector finds. */
  known: number
  /** Number of the known changes without a flag of the rule within three points. */
  missed: number
}

const WITHIN = 3

/** The part of a line that is counted. */
export type CountedLine = {
  positions: readonly Pick<SeriesPosition, 'counts' | 'value' | 'values' | 'place' | 'binary'>[]
}

/** Applies a rule to lines, and to the same lines with each repeat as a point, to count flags between equal results. */
export function countRuleFlags(rule: SeriesRule, lines: readonly CountedLine[]): RulePreviewCounts {
  const trial: RulePreviewCounts = {
    lines: lines.length,
    unable: 0,
    why: null,
    flags: 0,
    equalPairs: 0,
    falseFlags: 0,
    known: 0,
    missed: 0,
  }
  for (const { positions } of lines) {
    const counted = positions.filter(({ counts }) => counts)
    const values = counted.map(({ value }) => value)
    const { flags, unable } = applyRule(rule, values)
    if (unable !== null) {
      trial.unable++
      trial.why ??= unable
    }
    trial.flags += flags.length
    const known = applyRule(DEFAULT_RULE, values).flags.map((flag) => flag.index)
    trial.known += known.length
    trial.missed += known.filter((cut) => flags.every(({ index }) => Math.abs(index - cut) > WITHIN)).length
    const single = counted.flatMap(({ values: repeats, place, binary }) =>
      repeats.map((value) => ({ value, place, binary })),
    )
    const isEqual = single.map((own, i) => {
      const before = single[i - 1]
      if (before === undefined) return false
      return before.place === own.place || (own.binary !== null && before.binary === own.binary)
    })
    trial.equalPairs += isEqual.filter((equal) => equal).length
    const onEach = applyRule(
      rule,
      single.map(({ value }) => value),
    ).flags
    trial.falseFlags += onEach.filter(({ index }) => isEqual[index] === true).length
  }
  return trial
}
