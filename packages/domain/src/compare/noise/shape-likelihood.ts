// The likelihood of distances between runs under a shape of noise, over a grid of scales.

import { nullDistribution } from '../verdict/null-distribution.ts'
import type { Counts, DistanceKind, NoiseShape } from './noise-shape.ts'
import { residualExceeds } from './residual-distribution.ts'
import { GRID } from './step-grid.ts'

/** Scales that are tried relative to the one that differences were divided by, as steps of the grid of sizes. */
const SCALES = Array.from({ length: 25 }, (_, at) => 2 * at - 36)

/** @param floor a likelihood that must be exceeded; terms are never positive, so a sum below it need not be completed. */
export function bestScale(shape: NoiseShape, { sizes, counts }: Histogram, kind: DistanceKind, floor = -Infinity) {
  const { logs, computeLog } = logProbabilities(shape, kind)
  let best = { scale: 0, likelihood: floor }
  for (const scale of SCALES) {
    let likelihood = 0
    for (let at = 0; at < sizes.length && likelihood > best.likelihood; at += 1) {
      const size = Math.min(LARGEST, Math.max(SMALLEST, (sizes[at] ?? 0) - scale))
      const log = logs[size - SMALLEST] ?? 0
      likelihood += (counts[at] ?? 0) * (Number.isNaN(log) ? computeLog(size - SMALLEST) : log)
    }
    if (likelihood > best.likelihood) best = { scale, likelihood }
  }
  return best
}

/** Distances with the same size are counted together, because each of many shapes and scales looks at every size. */
type Histogram = { sizes: Int32Array; counts: Float64Array }

export function histogramOf(counts: Counts): Histogram {
  const bySize = new Map<number, number>()
  for (const [size, count] of counts) bySize.set(size, (bySize.get(size) ?? 0) + count)
  const sorted = [...bySize].sort(([a], [b]) => a - b)
  return { sizes: Int32Array.from(sorted, ([size]) => size), counts: Float64Array.from(sorted, ([, count]) => count) }
}

/** `logs` contains NaN where nothing was computed yet. */
type LogProbabilities = { logs: Float64Array; computeLog: (at: number) => number }

const known = new Map<string, LogProbabilities>()
const [SMALLEST, LARGEST] = [-120, 110]

/**
 * ln of the probability of a distance, by its size on the grid from SMALLEST to LARGEST. Each is computed when it is
 * first needed, because many sizes of most shapes never are.
 */
function logProbabilities(shape: NoiseShape, kind: DistanceKind): LogProbabilities {
  const key = `${kind} ${shape.kind} ${shape.share} ${shape.width}`
  const found = known.get(key)
  if (found !== undefined) return found
  const exceeds = kind === 'residuals' ? residualExceeds(shape) : nullDistribution(shape, 1, 1).exceeds
  const logs = new Float64Array(LARGEST - SMALLEST + 1).fill(Number.NaN)
  const edges = new Float64Array(logs.length + 1).fill(Number.NaN)
  const edgeAt = (at: number): number => {
    const edge = edges[at] ?? Number.NaN
    if (!Number.isNaN(edge)) return edge
    const computed = exceeds(Math.exp((at + SMALLEST - 0.5) * GRID))
    edges[at] = computed
    return computed
  }
  const computeLog = (at: number): number => {
    const log = Math.log(Math.max(1e-12, edgeAt(at) - edgeAt(at + 1)))
    logs[at] = log
    return log
  }
  const made = { logs, computeLog }
  known.set(key, made)
  return made
}
