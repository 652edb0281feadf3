import type { RunEntry } from '../run-index/run-index.ts'
import type { RunPoint } from './list-cells.ts'

/**
 * Hides older values: a newer run replaces the values of an older run of the same build, config, hardware, workload and
 * repeat for the same test, clients and params, metric by metric, unless both state a benchmark version or a config
 * text and differ in it. The run index has already left out older runs with the same tests and metrics. The remaining
 * runs overlap, such as when one test was measured again, a metric was added, or a summary states less than raw output.
 *
 * @param points of newer runs before those of older ones.
 */
export function hideOlder(points: readonly RunPoint[]): RunPoint[] {
  const overlapping = runsThatOverlap(points)
  if (overlapping.size === 0) return [...points]
  // Newer runs that have a value, by metric and coordinates of the result.
  const taken = new Map<string, RunEntry[]>()
  return points.flatMap((found) => {
    const { run, point } = found
    if (!overlapping.has(run)) return [found]
    const { benchmarkVersion: _version, ...coordinates } = point.coordinates
    const key = `${environmentKey(run)} ${JSON.stringify(Object.entries(coordinates).sort(([a], [b]) => (a < b ? -1 : 1)))}`
    const values = Object.entries(point.values).filter(([metric]) => {
      const newer = taken.get(`${metric} ${key}`) ?? []
      const isHidden = newer.some((one) => mayBeDuplicates(one, run))
      taken.set(`${metric} ${key}`, [...newer, run])
      return !isHidden
    })
    return values.length === 0 ? [] : [{ ...found, point: { ...point, values: Object.fromEntries(values) } }]
  })
}

/** Returns false for runs with different benchmark versions or different config texts. */
const mayBeDuplicates = (a: RunEntry, b: RunEntry): boolean =>
  agree(a.benchmarkVersion.name, b.benchmarkVersion.name) && agree(a.config.textSha256 ?? '', b.config.textSha256 ?? '')

const agree = (a: string, b: string): boolean => a === '' || b === '' || a === b

/** Finds runs that differ from another run only in their tests or metrics. */
function runsThatOverlap(points: readonly RunPoint[]): Set<RunEntry> {
  const runs = new Set(points.map(({ run }) => run))
  const byEnvironment = Map.groupBy(runs, environmentKey)
  return new Set([...byEnvironment.values()].filter((group) => group.length > 1).flat())
}

/** Uses the name of the config, because a config with a text and one without are separate entries. */
const environmentKey = ({ build, config, hardware, workload, repeat }: RunEntry): string =>
  JSON.stringify([build.index, config.name, hardware.index, workload.index, repeat])
