import type { NoiseFloors } from '@assay/domain/compare/noise/noise-floor'
import { sampleNoise } from '@assay/domain/compare/noise/sample-noise'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { noiseKeyOf } from '@assay/domain/compare/verdict/repeat-groups'
import type { Noise } from '@assay/domain/compare/verdict/verdict'
import { declaredWarmup } from '@assay/domain/run/validity/declared-warmup'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'

/** Maximum results whose samples a page reads. Larger comparisons usually have repeats, or can be filtered. */
const MAX_QUERIED_RESULTS = 500
const MAX_CACHED_RESULTS = 50_000

/**
 * Noise by result and metric; null if the samples of a result show none. Results never change, so entries stay valid.
 */
export type KnownNoises = Map<string, Noise | null>

/** Adds the noise of its own interval samples to each point without a noise floor. */
export async function withSampleNoise(
  scoped: TenantScope,
  known: KnownNoises,
  { set, floors, metricsOf }: { set: PointSet; floors: NoiseFloors; metricsOf: (point: Point) => readonly string[] },
): Promise<PointSet> {
  const lacking = lackingFloors(set, floors, metricsOf)
  if (lacking.length === 0 || lacking.length > MAX_QUERIED_RESULTS) return set
  const unknown = lacking.filter(({ point, metrics }) =>
    metrics.some((name) => !known.has(keyOf(point.resultId, name))),
  )
  if (unknown.length > 0) await readNoises(scoped, known, unknown)
  const noiseOf = new Map(
    lacking.flatMap(({ point, metrics }) => {
      const found = metrics.flatMap((name) => {
        const noise = known.get(keyOf(point.resultId, name))
        return noise == null ? [] : [[name, noise] as const]
      })
      return found.length === 0 ? [] : [[point, Object.fromEntries(found)] as const]
    }),
  )
  if (noiseOf.size === 0) return set
  const points = set.points.map((point) => {
    const noise = noiseOf.get(point)
    return noise === undefined ? point : { ...point, noise: { ...point.noise, ...noise } }
  })
  return { ...set, points }
}

type Wanted = { point: Point; metrics: readonly string[] }

/** Points with the metrics that lack a floor, at most MAX_QUERIED_RESULTS + 1. Repeats share one floor. */
function lackingFloors(
  { points, tests }: PointSet,
  floors: NoiseFloors,
  metricsOf: (point: Point) => readonly string[],
): Wanted[] {
  const infos = new Map(tests.map((info) => [info.name, info]))
  const hasFloor = new Map<string, boolean>()
  const isLacking = (point: Point, metric: string) => {
    if ((point.values[metric] ?? 0) <= 0) return false
    const { hardware, benchmark, workload, test, clients, group } = point.coordinates
    const key = [hardware, benchmark, workload, test, clients, group, metric].join(SEPARATOR)
    const known = hasFloor.get(key) ?? floors.at(noiseKeyOf(point, infos.get(test ?? ''), metric)) !== null
    hasFloor.set(key, known)
    return !known
  }
  const lacking: Wanted[] = []
  for (const point of points) {
    const metrics = metricsOf(point).filter((metric) => isLacking(point, metric))
    if (metrics.length > 0) lacking.push({ point, metrics })
    if (lacking.length > MAX_QUERIED_RESULTS) break
  }
  return lacking
}

/** Names cannot contain NUL, so different environments have different keys. */
const SEPARATOR = '\u0000'

const Row = z.object({
  result_id: z.string(),
  name: z.string(),
  interval_seconds: z.number(),
  start_seconds: z.number(),
  values: z.array(z.number().nullable()),
  command: z.string().nullable(),
})
type Row = z.infer<typeof Row>

const SAMPLES = `
  select s.result_id, m.name, s.interval_seconds, s.start_seconds, array_to_json(s.values) as values, c.command
  from sample_series s
  join metric m on m.project_id = $1 and m.id = s.metric_id
  left join result_command c on c.project_id = $1 and c.id = s.result_id
  where s.project_id = $1 and s.result_id = any($2::uuid[]) and m.name = any($3)`

async function readNoises(scoped: TenantScope, known: KnownNoises, wanted: readonly Wanted[]): Promise<void> {
  if (known.size > MAX_CACHED_RESULTS) known.clear()
  const rows = await readRows(scoped, Row, {
    name: 'noise-samples',
    text: SAMPLES,
    values: [
      scoped.projectId,
      wanted.map(({ point }) => point.resultId),
      [...new Set(wanted.flatMap(({ metrics }) => metrics))],
    ],
  })
  const series = new Map(rows.map((row) => [keyOf(row.result_id, row.name), row]))
  for (const { point, metrics } of wanted) {
    for (const name of metrics) {
      const key = keyOf(point.resultId, name)
      const row = series.get(key)
      known.set(key, row === undefined ? null : noiseOf(row, point.values[name] ?? 0))
    }
  }
}

const noiseOf = ({ interval_seconds, start_seconds, values, command }: Row, value: number): Noise | null =>
  sampleNoise(
    { intervalSeconds: interval_seconds, startSeconds: start_seconds, values },
    value,
    declaredWarmup(command),
  )

const keyOf = (resultId: string, metric: string) => `${resultId} ${metric}`
