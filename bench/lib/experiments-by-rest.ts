import { generatedRun } from './generated-runs.ts'

/** Sends a request to the REST API and returns its JSON. */
export type SendJson = (method: string, path: string, body: unknown) => Promise<Record<string, unknown>>

type Search = {
  /** True ratio of each candidate to the base. */
  ratios: readonly number[]
  /** Draws the noise of ln(value). */
  noise: () => number
}

/** A round more than repeats of screening and confirmation, by the default of experiments. */
const MAX_ROUNDS = 161

/** The order of a round of measurements: every second one is reversed, so that a steady drift cancels. */
export const inTurns = <T>(sides: readonly T[], round: number): T[] =>
  round % 2 === 0 ? [...sides] : sides.toReversed()

/** Measures candidates and their base in turns by REST until all are decided. Returns the decisions. */
export async function measureByRest(send: SendJson, slug: string, { ratios, noise }: Search): Promise<string[]> {
  const at = '/projects/lab/experiments'
  const environment = { hardware: 'machine-0', benchmark: 'generated', workloads: [slug] }
  await send('POST', at, { slug, title: slug, base: 'base', ...environment, budgetHours: 1_000 })
  for (const ratio of ratios) await send('POST', `${at}/${slug}/candidates`, { description: `ratio ${ratio}` })
  const decisions = ratios.map(() => 'measure more')
  for (let round = 0; round < MAX_ROUNDS && decisions.includes('measure more'); round += 1) {
    const [base, ...candidates] = [1, ...ratios].entries()
    for (const [candidate, ratio] of inTurns([...candidates, ...(base === undefined ? [] : [base])], round)) {
      if (candidate > 0 && decisions[candidate - 1] !== 'measure more') continue
      const runId = crypto.randomUUID()
      const value = 1000 * ratio * Math.exp(noise())
      await send('PUT', `/runs/${runId}`, documentOf({ runId, slug, candidate, round, value }))
      const { decision } = await send('POST', `${at}/${slug}/candidates/${candidate}/runs`, { runId })
      if (candidate > 0) decisions[candidate - 1] = String(decision)
    }
  }
  return decisions
}

type Measured = { runId: string; slug: string; candidate: number; round: number; value: number }

function documentOf({ runId, slug, candidate, round, value }: Measured) {
  const { product, version, build, hardware } = generatedRun(0)
  const started = Date.UTC(2026, 0, 1) + round * 3_600_000 + candidate * 60_000
  return {
    ...{
      schemaVersion: 1,
      runId,
      product,
      version,
      build,
      hardware: { ...hardware, name: 'machine-0' },
      repeat: round + 1,
    },
    ...{ config: { name: `${slug}-${candidate}` }, benchmark: { name: 'generated' }, workload: { name: slug } },
    startedAt: new Date(started).toISOString(),
    finishedAt: new Date(started + 30_000).toISOString(),
    tests: [{ name: 'scan', primaryMetric: 'qps' }],
    metricNames: ['qps'],
    results: [{ test: 'scan', clients: 1, values: [value] }],
  }
}
