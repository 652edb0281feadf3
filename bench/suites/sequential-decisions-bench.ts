import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import type { Repeat } from '@assay/domain/experiments/repeats-of-candidate'
import { replayExperiment } from '@assay/domain/experiments/replay-experiment'
import { NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { normalFrom, type Random, seededRandom } from '@assay/testing/seeded-random'
import { startTestServer } from '@assay/testing/server/test-server'
import { everyDemoResult } from '../../demo/every-demo-result.ts'
import { measureByRest, type SendJson } from '../lib/experiments-by-rest.ts'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'

const EXPERIMENT = { minImprovement: 0.03, maxRepeats: 80, constraints: [] }
const CANDIDATES = 10
const IMPROVEMENT = Math.log(1.07)
const GOALS = { kept: 'at most 5', missed: 'at most 10' }

type Draw = () => number

/**
 * Rates of wrong decisions while every run is followed by a look: experiments that keep one of ten candidates that are
 * no improvement, and improvements of 7% among ten candidates that are missed. The noise is that of repeats in the demo
 * (quantiles of the standard deviations of its tests), and some kinds that are not normal.
 */
export function simulateDecisions(count: number, seed: number): Line[] {
  const lines: Line[] = [{ what: 'sequential decisions, seed of this run', value: seed, unit: '' }]
  const kinds: [string, (random: Random) => Draw][] = demoNoise().map(({ name, sd }) => [
    `${name} of the noise in the demo, ${(100 * sd).toFixed(2)}%`,
    (random) => scaled(normalFrom(random), sd),
  ])
  for (const name of ['Student t, 3 df, sd 1.5%', '1%, 5% of results 20% low', 'two regimes: 30% are 5% low, 0.7%']) {
    const model = NOISE_MODELS[name]
    if (model === undefined) throw new Error(`no kind of noise is called ${name}`)
    let repeat = 0
    kinds.push([
      name,
      (random) => {
        const noise = model(random)
        return () => noise({ row: 0, version: 0, session: repeat, repeat: repeat++ })
      },
    ])
  }
  for (const [name, drawOf] of kinds) {
    const draw = drawOf(seededRandom(seed))
    let [withFalse, missed, runs] = [0, 0, 0]
    for (let at = 0; at < count; at += 1) {
      if (searched(draw, null).confirmed.length > 0) withFalse += 1
      const found = searched(draw, at % CANDIDATES)
      if (!found.confirmed.includes((at % CANDIDATES) + 1)) missed += 1
      runs += found.runs
    }
    lines.push({
      what: `${name}: experiments with a false keep`,
      value: (100 * withFalse) / count,
      unit: '%',
      goal: GOALS.kept,
    })
    lines.push({
      what: `${name}: missed 7% improvements`,
      value: (100 * missed) / count,
      unit: '%',
      goal: GOALS.missed,
    })
    lines.push({ what: `${name}: runs for ten candidates and their base`, value: runs / count, unit: '' })
  }
  return lines
}

/** The same through REST: uploads, attachments and the decisions that the server answers. */
export function decideByRest(count: number, seed: number): Promise<Line[]> {
  return withTestPostgres(async () => {
    const server = await startTestServer()
    const { addToken } = await server.addProject('lab', 'private')
    const token = await addToken(['upload', 'write'])
    const send: SendJson = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await server.send(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return Object(await answer.json())
    }
    const normal = normalFrom(seededRandom(seed))
    let [falseKeeps, missed] = [0, 0]
    for (let at = 0; at < count; at += 1) {
      const search = { ratios: [1, 1.07], noise: () => 0.015 * normal() }
      const [unchanged, improved] = await measureByRest(send, `bench-${at}`, search)
      if (unchanged === 'keep') falseKeeps += 1
      if (improved !== 'keep') missed += 1
    }
    await server.stop()
    const what = `by REST, ${count} experiments, noise 1.5%`
    return [
      { what: `${what}: false keeps`, value: (100 * falseKeeps) / count, unit: '%', goal: GOALS.kept },
      { what: `${what}: missed 7% improvements`, value: (100 * missed) / count, unit: '%', goal: GOALS.missed },
    ]
  })
}

const scaled =
  (normal: Draw, sd: number): Draw =>
  () =>
    sd * normal()

/** One search with ten candidates that are measured in turns with the base until all are decided. */
function searched(draw: Draw, improved: number | null): { confirmed: number[]; runs: number } {
  const repeats: Repeat[] = []
  let position = 0
  const add = (candidate: number) => {
    position += 1
    const score = draw() + (candidate - 1 === improved ? IMPROVEMENT : 0)
    repeats.push({ candidate, first: position, last: position, score, metrics: {}, isAttested: true })
  }
  for (let round = 0; round < 2 * EXPERIMENT.maxRepeats + 1; round += 1) {
    add(0)
    for (let candidate = 1; candidate <= CANDIDATES; candidate += 1) add(candidate)
  }
  const { states } = replayExperiment({ experiment: EXPERIMENT, repeats, isAttested: () => true })
  const confirmed = [...states].flatMap(([candidate, { sequential }]) =>
    sequential.stage === 'kept' ? [candidate] : [],
  )
  // Candidates are measured until their decision only.
  const own = [...states].map(
    ([candidate, { decidedAt }]) =>
      repeats.filter((one) => one.candidate === candidate && one.last <= (decidedAt ?? position)).length,
  )
  return { confirmed, runs: own.reduce((sum, one) => sum + one, 0) + Math.max(...own) }
}

/** Quantiles of the standard deviation of ln(value) between repeats, over the tests of the demo with 2 or more repeats. */
function demoNoise(): { name: string; sd: number }[] {
  const { points, tests } = everyDemoResult()
  const deviations = repeatGroups(points, tests)
    .flatMap(({ degreesOfFreedom, squares }) => (degreesOfFreedom > 1 ? [Math.sqrt(squares / degreesOfFreedom)] : []))
    .sort((a, b) => a - b)
  const quantile = (share: number) => deviations[Math.floor(share * (deviations.length - 1))] ?? 0
  return [
    { name: 'median', sd: quantile(0.5) },
    { name: 'p90', sd: quantile(0.9) },
  ]
}
