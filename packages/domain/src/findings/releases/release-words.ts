import { plural } from '../../plural.ts'
import type { ProductStrips, ReleaseCell, ReleaseStrip } from './release-strips.ts'

const signed = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** A ratio as a signed percentage with a real minus sign: `+12%`, `−3.5%`, `0%`. */
export function percentWords(ratio: number, digits: 0 | 1 = 0): string {
  const factor = 10 ** digits
  const rounded = Math.round((ratio - 1) * 100 * factor) / factor
  return `${signed.format(rounded).replace('-', '−')}%`
}

/** The newest release of a strip. */
export const newestCell = ({ cells }: ReleaseStrip): ReleaseCell | null => cells.at(-1) ?? null

/** Describes a heat cell in several lines: the pair, the mean, the counts and the largest changes. */
export function releaseLines({ product, hardware, benchmark }: ReleaseStrip, cell: ReleaseCell): string[] {
  const pair = cell.previous === null ? cell.version : `${cell.version} vs ${cell.previous}`
  const title = `${product} ${pair} on ${hardware}, ${benchmark}`
  if (cell.kind === 'first') return [title, 'First release measured here: nothing to compare with.']
  if (cell.kind === 'pending') return [title, 'Not compared yet.']
  if (cell.kind === 'not compared') return [title, 'No test in common with the previous release.']
  const { geometricMean, compared, regressions, improvements, noChange, inconclusive, notCompared, worst, best } =
    cell.result
  return [
    title,
    `Geometric mean ${geometricMean === null ? 'not known' : meanWords(geometricMean)} over ${plural(compared, 'test')}`,
    [
      plural(regressions, 'regression'),
      plural(improvements, 'improvement'),
      `${noChange} no change`,
      `${inconclusive} inconclusive`,
      ...(notCompared > 0 ? [`${notCompared} not compared`] : []),
    ].join(', '),
    ...worst.map(({ name, ratio }) => `Worst: ${name} ${percentWords(ratio)}`),
    ...best.map(({ name, ratio }) => `Best: ${name} ${percentWords(ratio)}`),
  ]
}

/**
 * Small changes have one decimal; larger ones are rounded as in the cell, whose text is part of its accessible name.
 */
const meanWords = (mean: number): string => percentWords(mean, Math.abs(mean - 1) < 0.02 ? 1 : 0)

/** The headline of the overview, and a sentence about the data behind it. */
export function overviewHeadline(products: readonly ProductStrips[]): { title: string; summary: string } {
  const newest = products.flatMap(({ strips }) => strips.flatMap((strip) => newestCell(strip) ?? []))
  const compared = newest.flatMap((cell) => (cell.kind === 'compared' ? [cell.result] : []))
  const sum = (of: 'regressions' | 'improvements') => compared.reduce((total, result) => total + result[of], 0)
  const [regressions, improvements] = [sum('regressions'), sum('improvements')]
  const undecided = compared.filter((one) => one.regressions + one.improvements + one.noChange === 0).length
  const missing = newest.filter(({ kind }) => kind === 'first' || kind === 'not compared').length
  const pending = newest.filter(({ kind }) => kind === 'pending').length
  const environments = plural(newest.length, 'environment')
  return {
    title: titleOf({
      total: newest.length,
      pending,
      compared: compared.length,
      decided: compared.length - undecided,
      regressions,
      improvements,
    }),
    summary: [
      `${environments} (product, machine, benchmark), each newest release vs the previous one.`,
      ...(undecided > 0 ? [`In ${undecided} every test is inconclusive: more repeats are needed.`] : []),
      ...(missing > 0 ? [`${plural(missing, 'has', 'have')} nothing to compare.`] : []),
      ...(pending > 0 ? [`${plural(pending, 'is', 'are')} being compared.`] : []),
    ].join(' '),
  }
}

type NewestCounts = {
  total: number
  pending: number
  compared: number
  decided: number
  regressions: number
  improvements: number
}

function titleOf({ total, pending, compared, decided, regressions, improvements }: NewestCounts): string {
  if (pending > 0 && decided === 0) {
    return `Comparing the newest releases: ${total - pending} of ${plural(total, 'environment')} done`
  }
  if (compared === 0) return 'Nothing to compare yet'
  if (decided === 0) return 'Inconclusive in all newest releases'
  const soFar = pending > 0 ? ' so far' : ''
  return `Newest releases${soFar}: ${changedTestsWords({ regressions, improvements })}`
}

/** "regressions in 5 tests, improvements in 14", with what is said after each count. */
export function changedTestsWords(
  { regressions, improvements }: { regressions: number; improvements: number },
  after: { regressions: string; improvements: string } = { regressions: '', improvements: '' },
): string {
  const worse =
    regressions === 0 ? 'no regressions' : `regressions in ${plural(regressions, 'test')}${after.regressions}`
  if (improvements === 0) return worse
  const better = regressions === 0 ? plural(improvements, 'test') : String(improvements)
  return `${worse}, improvements in ${better}${after.improvements}`
}
