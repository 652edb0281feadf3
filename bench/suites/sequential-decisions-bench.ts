import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { isDecided } from '@assay/domain/experiments/candidate-state'
import { ExperimentReplay } from '@assay/domain/experiments/replay-experiment'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'
import { NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { normalFrom, type Random, seededRandom } from '@assay/testing/seeded-random'
import { startTestServer } from '@assay/testing/server/test-server'
import { everyDemoDocument } from '../../demo/every-demo-result.ts'
import { RECORDED_EXPERIMENTS } from '../../demo/recorded-experiments.ts'
import { RECORDED_RUNNER } from '../../demo/recorded-sets.ts'
import { inTurns, measureByRest, type SendJson } from '../lib/experiments-by-rest.ts'
import type { Line } from '../lib/print-table.ts'
import { type Draw, SHARED_DRIFTS } from '../lib/shared-drifts.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'

const EXPERIMENT = { minImprovement: 0.03, maxRepeats: 80, constraints: [] }
const CANDIDATES = 10
const IMPROVEMENT = Math.log(1.07)
const GOALS = { kept: 'at most 5', missed: 'at most 10' }

/**
 * Rates of wrong decisions while every run is followed by a look: experiments that keep one of ten candidates that are
 * no improvement, and improvements of 7% among ten candidates that are missed. The noise is that of repeats in the demo
 * (quantiles of the standard deviations of its tests), some kinds that are not normal, and drifts of the machine that
 * candidates and base share.
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
  kinds.push(...Object.entries(SHARED_DRIFTS))
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
    const noises: [string, Draw][] = [
      ['noise 1.5%', scaled(normalFrom(seededRandom(seed)), 0.015)],
      ...Object.entries(SHARED_DRIFTS).map(([name, drawOf]): [string, Draw] => [name, drawOf(seededRandom(seed))]),
    ]
    const lines: Line[] = []
    for (const [kind, [name, noise]] of noises.entries()) {
      let [falseKeeps, missed] = [0, 0]
      for (let at = 0; at < count; at += 1) {
        const [unchanged, improved] = await measureByRest(send, `bench-${kind}-${at}`, { ratios: [1, 1.07], noise })
        if (unchanged === 'keep') falseKeeps += 1
        if (improved !== 'keep') missed += 1
      }
      const what = `by REST, ${count} experiments, ${name}`
      lines.push(
        { what: `${what}: false keeps`, value: (100 * falseKeeps) / count, unit: '%', goal: GOALS.kept },
        { what: `${what}: missed 7% improvements`, value: (100 * missed) / count, unit: '%', goal: GOALS.missed },
      )
    }
    await server.stop()
    return lines
  })
}

const scaled =
  (normal: Draw, sd: number): Draw =>
  () =>
    sd * normal()

/** One search: the ten candidates are measured one after the other, each in turns with the base until its decision. */
function searched(draw: Draw, improved: number | null): { confirmed: number[]; runs: number } {
  const replay = new ExperimentReplay({ experiment: EXPERIMENT, isAttested: () => true })
  let runs = 0
  for (let candidate = 1; candidate <= CANDIDATES; candidate += 1) {
    const isOpen = () => !isDecided(replay.states.get(candidate) ?? UNDECIDED)
    for (let round = 0; isOpen(); round += 1)
      for (const side of inTurns([candidate, 0], round).filter(isOpen)) {
        runs += 1
        const score = draw() + (side - 1 === improved ? IMPROVEMENT : 0)
        replay.add({ candidate: side, first: runs, last: runs, score, metrics: {}, isAttested: true })
      }
  }
  const confirmed = [...replay.states].filter(([, { sequential }]) => sequential.stage === 'kept')
  return { confirmed: confirmed.map(([candidate]) => candidate), runs }
}

const UNDECIDED = { decidedAt: null }

/**
 * Quantiles of the standard deviation of ln(value) between repeats, over the tests of the demo with 3 or more repeats, without the
 * runs of its experiment and of its runner, whose machine was busy.
 */
function demoNoise(): { name: string; sd: number }[] {
  const { points, tests } = pointsOfDocuments(everyDemoDocument([...RECORDED_EXPERIMENTS, RECORDED_RUNNER]))
  const deviations = repeatGroups(points, tests)
    .flatMap(({ degreesOfFreedom, squares }) => (degreesOfFreedom > 1 ? [Math.sqrt(squares / degreesOfFreedom)] : []))
    .sort((a, b) => a - b)
  const quantile = (share: number) => deviations[Math.floor(share * (deviations.length - 1))] ?? 0
  return [
    { name: 'median', sd: quantile(0.5) },
    { name: 'p90', sd: quantile(0.9) },
  ]
}
