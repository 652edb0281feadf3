import { percentWords } from '../releases/release-words.ts'
import type { JudgedLine, LineChange } from './judge-line.ts'
import type { SeriesOrder } from './series-query.ts'

/**
 * The headline of a series: "scan over versions: −6% in 8.8.1, the largest of 2 regressions". Several lines share the change
 * that is the largest of all; a regression comes before an improvement.
 */
export function seriesHeadline(
  lines: readonly Pick<JudgedLine, 'test' | 'changes' | 'positions'>[],
  xValues: readonly string[],
  order: SeriesOrder,
): string {
  const [first] = lines
  if (first === undefined) return 'Series'
  const name = `${first.test} over ${order === 'time' ? 'time' : `${order}s`}`
  const changes = lines.flatMap((line) => line.changes)
  const largest = largestOf(changes.filter(({ direction }) => direction === 'worse')) ?? largestOf(changes)
  if (largest === undefined) return `${name}: no change in ${xValues.length} points`
  const what = `${percentWords(largest.ratio)} in ${xValues[largest.place] ?? ''}`
  const alike = changes.filter(({ direction }) => direction === largest.direction).length
  const others = largest.direction === 'changed' ? 'changes' : `${NAMES[largest.direction]}s`
  return alike === 1 ? `${name}: ${what}` : `${name}: ${what}, the largest of ${alike} ${others}`
}

const NAMES = { worse: 'regression', better: 'improvement' } as const

const largestOf = (changes: readonly LineChange[]): LineChange | undefined =>
  changes.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))[0]
