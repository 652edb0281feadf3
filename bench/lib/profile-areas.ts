import type { Profiler } from 'node:inspector'

/** Milliseconds of a profile by area, and within the statistics by their outermost function. */
export type ProfileAreas = { areas: Map<string, number>; statistics: Map<string, number> }

/** The folders of the statistics of verdicts and noise, now and in earlier checkouts. */
const STATISTICS = /\/packages\/domain\/src\/(compare\/verdict|compare\/noise|verdict|stats)\//
const PRISMA = /@prisma|query_compiler|wasm:/
/**
 * A sample counts at most this many microseconds, twice the interval of samples, because longer ones were waiting for a
 * processor.
 */
const MAX_SAMPLE = 400
const IDLE = new Set(['(idle)', '(program)'])

/**
 * Divides all samples of a profile into areas: each belongs to the statistics if any function on its stack does, and
 * otherwise to Prisma, garbage collection or the rest. Samples without JavaScript are left out, because they mostly wait
 * for Postgres.
 */
export function profileAreas(profile: Profiler.Profile): ProfileAreas {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])))
  const [areas, statistics] = [new Map<string, number>(), new Map<string, number>()]
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const ms = Math.min(MAX_SAMPLE, profile.timeDeltas?.[at] ?? 0) / 1000
    const stack: Profiler.ProfileNode['callFrame'][] = []
    for (let node = nodes.get(id); node !== undefined; node = nodes.get(parents.get(node.id) ?? -1)) {
      stack.push(node.callFrame)
    }
    const [top] = stack
    // The profiler itself runs in `post` of the inspector.
    if (top === undefined || IDLE.has(top.functionName) || top.url === 'node:inspector') continue
    const outermost = stack.findLast(({ url }) => STATISTICS.test(url))
    const area =
      outermost !== undefined
        ? 'statistics of verdicts and noise'
        : stack.some(({ url }) => PRISMA.test(url))
          ? 'Prisma'
          : top.functionName === '(garbage collector)'
            ? 'garbage collection'
            : 'all other code'
    add(areas, area, ms)
    if (outermost !== undefined) add(statistics, nameOf(outermost), ms)
  }
  return { areas, statistics }
}

const nameOf = ({ functionName, url }: Profiler.ProfileNode['callFrame']) =>
  `${functionName || '(anonymous)'} in ${url.split('/').at(-1)}`

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}
