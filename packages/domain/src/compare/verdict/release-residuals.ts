import type { ReleaseSteps } from './pair-steps.ts'
import { GRID, NO_STEP } from './step-grid.ts'

/** How far the value of one line stands out of those of the releases before and after it. */
export type ReleaseResidual = { version: string; test: string; clients: string; metric: string; residual: number }

/**
 * For each release with a neighbor on both sides and each line, the distance of ln(value) from the median of the three:
 * 0 where the value lies between the others (Tukey 1977, "Exploratory data analysis", chapter 7: running medians of 3).
 * A change that lasts leaves no residual, however large it is, and an outlier leaves all of itself. So residuals show how
 * often single runs are outliers, which steps between releases cannot show.
 *
 * @param releases the steps of one place from each version to the next, in any order.
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
