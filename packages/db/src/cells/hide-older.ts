import type { RunEntry } from '../catalogue/catalogue.ts'
import type { RunPoint } from './list-cells.ts'

/**
 * A newer run hides what an older one of the same build, config, hardware, workload and repeat says of the same test,
 * clients and params, metric by metric. The catalogue has left out older runs with the same tests and metrics; what
 * remains are runs that overlap: one test measured again, or a metric added.
 *
 * @param points of newer runs before those of older ones.
 */
export function hideOlder(points: readonly RunPoint[]): RunPoint[] {
  const overlapping = runsThatOverlap(points)
  if (overlapping.size === 0) return [...points]
  const taken = new Set<string>()
  return points.flatMap((found) => {
    const { run, point } = found
    if (!overlapping.has(run)) return [found]
    const entries = Object.entries(point.coordinates).sort(([a], [b]) => (a < b ? -1 : 1))
    const key = `${placeOf(run)} ${JSON.stringify(entries)}`
    const values = Object.entries(point.values).filter(([metric]) => !taken.has(`${metric} ${key}`))
    for (const [metric] of values) taken.add(`${metric} ${key}`)
    return values.length === 0 ? [] : [{ ...found, point: { ...point, values: Object.fromEntries(values) } }]
  })
}

/** Runs that share everything but their tests or metrics with another. */
function runsThatOverlap(points: readonly RunPoint[]): Set<RunEntry> {
  const runs = new Set(points.map(({ run }) => run))
  const byPlace = Map.groupBy(runs, placeOf)
  return new Set([...byPlace.values()].filter((group) => group.length > 1).flat())
}

function placeOf({ build, config, hardware, workload, repeat }: RunEntry): string {
  return `${build.index} ${config.index} ${hardware.index} ${workload.index} ${repeat}`
}
