import { plural } from '../../../plural.ts'
import { percentWords } from '../../releases/release-words.ts'
import type { PanelChange, PanelLine, TrendMatrix, TrendPanel } from './trend-matrix.ts'

type Found = { panel: TrendPanel; line: PanelLine; change: PanelChange }

/** A later level within this share of the earlier one is as good as it. */
const REGAINED = 0.98

/**
 * The largest change as a sentence: "RocksDB on gcp-arm-8: fillseq lost 39% in 10.6.2 and regained it in 10.7.6". A
 * regression comes before an improvement.
 */
export function trendHeadline(matrix: TrendMatrix, subject: string): string {
  const worst = largestChange(matrix, 'worse')
  const best = largestChange(matrix, 'better')
  if (worst !== undefined) return `${subject}: ${lossWords(matrix, worst)}`
  if (best !== undefined) return `${subject}: ${gainWords(matrix, best)}, and no regressions`
  const versions = matrix.versions.length
  return versions < 2 ? `${subject}: one version` : `${subject}: no changes in ${versions} versions`
}

/** The version with which the cursor begins: that of the headline, or else the newest one. */
export const firstCursor = (matrix: TrendMatrix): number =>
  (largestChange(matrix, 'worse') ?? largestChange(matrix, 'better'))?.change.at ?? matrix.versions.length - 1

function largestChange({ rows }: TrendMatrix, direction: PanelChange['direction']): Found | undefined {
  return rows
    .flatMap(({ panels }) => panels)
    .flatMap((panel) => panel.lines.flatMap((line) => line.changes.map((change) => ({ panel, line, change }))))
    .filter(({ change }) => change.direction === direction)
    .toSorted((a, b) => Math.abs(Math.log(b.change.ratio)) - Math.abs(Math.log(a.change.ratio)))[0]
}

/** Tests, versions and changes of a matrix as a sentence. */
export function trendSummary({ rows, versions }: TrendMatrix): string {
  const panels = rows.flatMap((row) => row.panels)
  const tests = new Set(panels.map(({ test }) => test)).size
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ changes }) => changes))
  const count = (direction: PanelChange['direction']) => all.filter((change) => change.direction === direction).length
  const span = versions.length === 0 ? '' : ` from ${versions[0]} to ${versions.at(-1)}`
  return `${plural(tests, 'test')} in ${plural(rows.length, 'workload')}, ${plural(versions.length, 'version')}${span}: ${plural(count('worse'), 'regression')} and ${plural(count('better'), 'improvement')}. Each line is divided by the first value of its panel; all panels have one logarithmic axis.`
}

const share = (ratio: number) => percentWords(ratio).replace(/^[+−]/, '')

const versionAt = ({ versions }: TrendMatrix, at: number) => versions[at] ?? ''

function lossWords(matrix: TrendMatrix, { panel, line, change }: Found): string {
  const lost = `${panel.test} lost ${share(change.ratio)} in ${versionAt(matrix, change.at)}`
  const before = line.ratios.slice(0, change.at).findLast((ratio) => ratio !== null)
  const again = line.ratios.findIndex(
    (ratio, at) => at > change.at && ratio !== null && before != null && ratio >= before * REGAINED,
  )
  return again === -1 ? lost : `${lost} and regained it in ${versionAt(matrix, again)}`
}

const gainWords = (matrix: TrendMatrix, { panel, change }: Found) =>
  `${panel.test} gained ${share(change.ratio)} in ${versionAt(matrix, change.at)}`
