import type { ReleaseSteps } from './pair-steps.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/** Distance of a value of one line from those of the previous and the next release. */
export type ReleaseResidual = { version: string; test: string; clients: string; metric: string; residual: number }

/**
 * For each line and release with a neighbor on both sides: the difference of ln(value) from the median of the three
 * values; 0 if the value is between the others (Tukey 1977, "Exploratory data analysis", chapter 7: running medians of
 * 3). A lasting change leaves no residual, however large it is, but an outlier does. Residuals therefore show how often
 * single runs are outliers, which steps between releases cannot show.
 *
 * @param releases steps of one environment from each version to the next, in any order.
 */
export function releaseResiduals(releases: readonly ReleaseSteps[]): ReleaseResidual[] {
  const next = new Map(releases.map((release) => [release.from, release]))
  return releases.flatMap((into): ReleaseResidual[] => {
    const out = next.get(into.to)
    if (out === undefined || out === into) return []
    const lines = new Map(out.lines.map((line) => [lineKey(line), line]))
    return into.lines.flatMap((line): ReleaseResidual[] => {
      const later = lines.get(lineKey(line))
      if (later === undefined) return []
      const [test, clients] = line
      return into.metrics.flatMap((metric, at): ReleaseResidual[] => {
        const [before, after] = [stepAt(line, at), stepAt(later, out.metrics.indexOf(metric))]
        if (before === null || after === null) return []
        const isBetween = before * after >= 0
        const residual = isBetween ? 0 : Math.sign(before) * Math.min(Math.abs(before), Math.abs(after))
        return [{ version: into.to, test, clients, metric, residual }]
      })
    })
  })
}

type Line = ReleaseSteps['lines'][number]

const lineKey = ([test, clients, , , line]: Line) => `${test}\u0000${clients}\u0000${line}`

function stepAt([, , sizes, falls]: Line, at: number): number | null {
  const size = sizes[at] ?? null
  if (size === null) return null
  return size === NO_STEP ? 0 : Math.exp(size * GRID) * (falls[at] === 1 ? -1 : 1)
}
