import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { NOISE_MODELS, type Times } from '@assay/testing/noise/noise-models'
import { undecidedCells } from '../lib/undecided-demo.ts'
import type { VerdictRates } from '../lib/verdict-rates.ts'
import { VERDICTS_BEFORE } from '../lib/verdicts-before.ts'

export const REPEATS = [1, 2, 3, 5, 10]
const TIMES: Readonly<Record<Times, string>> = {
  sessions: 'a session each',
  'one-session': 'one session, known',
  unknown: 'one session, not stated',
}

/** One entry of the tables: a kind of noise, what is known of sessions, and the repeats of each cell. */
export type NoiseCase = {
  name: string
  times: Times
  repeats: number
  tables: number
  seed: number
  /** True for small tables with changes alone. */
  isPowerOnly: boolean
}

/** Rates of tables of 32 tests x 8 versions of pure noise, and of 500 ratios of which 50 are changes of -7%. */
export type NoiseRates = {
  noise: VerdictRates | null
  changes: VerdictRates
  /** Rates of single runs, with changes that last from one release on. */
  lasting: VerdictRates | null
}

/** Percentages, in the order of `VERDICTS_BEFORE`; the judge before knew no unknown noise. */
const TABLES: readonly [title: string, of: (rates: NoiseRates) => number | null][] = [
  ['Tables of pure noise with any flag (goal: at most 5)', ({ noise }) => noise?.flagged ?? null],
  ['Intervals that contain the true ratio (goal: 93 to 97)', ({ noise }) => noise?.covered ?? null],
  ['Undecided cells of pure noise', ({ noise }) => noise?.undecided ?? null],
  ['Power at -7%, 50 changes among 500 ratios', ({ changes }) => changes.power],
  ['False discoveries in the same 500 ratios (goal: at most 5)', ({ changes }) => changes.falseDiscoveries],
  ['Cells of pure noise whose noise is unknown', ({ noise }) => noise?.unknown ?? null],
]

/**
 * Prints verdict rates by kind of noise, knowledge of sessions and number of repeats (1 to 10), like the tables of
 * docs/decisions/138-measured-verdicts.md: percent before -> after. Noise is estimated as in the product, from all
 * versions shown. The figures before are those of the judge that assumed normal noise (verdicts-before.ts). One repeat
 * is the same at all times and is listed with one session each.
 *
 * @param tables tables of noise for each entry; a quarter as many sets of 500 ratios.
 * @param only entries whose key, such as `Gaussian 3% one-session 5`, contains one of these texts (it ends with a
 *   space, so `sessions 1 ` is one repeat); all when empty.
 */
export async function printNoiseModels(tables: number, seed: number, only: readonly string[]): Promise<void> {
  const cases = Object.keys(NOISE_MODELS).flatMap((name) =>
    (Object.keys(TIMES) as Times[]).flatMap((times) =>
      REPEATS.filter((repeats) => repeats > 1 || times === 'sessions').map((repeats): NoiseCase => {
        return { name, times, repeats, tables, seed, isPowerOnly: false }
      }),
    ),
  )
  const found = await measureAll(cases.filter((one) => isWanted(one, only)))
  console.log(`Verdicts by kind of noise, percent before -> after, ${tables} tables for each entry, seed ${seed}`)
  for (const [column, [title, of]] of TABLES.entries()) {
    console.log(`\n**${title}**\n\n| noise | sessions | ${REPEATS.join(' | ')} |`)
    console.log(`| --- | --- |${' --- |'.repeat(REPEATS.length)}`)
    for (const name of Object.keys(NOISE_MODELS)) {
      for (const [times, words] of Object.entries(TIMES) as [Times, string][]) {
        if (!REPEATS.some((repeats) => found.has(keyOf({ name, times, repeats })))) continue
        const entries = REPEATS.map((repeats, at) => {
          const rates = found.get(keyOf({ name, times, repeats }))
          const before = VERDICTS_BEFORE[name]?.[times]?.[at]?.[column] ?? '-'
          return rates === undefined ? '' : `${before} → ${percent(of(rates))}`
        })
        console.log(`| ${name} | ${words} | ${entries.join(' | ')} |`)
      }
    }
  }
  printLasting(found)
}

/** Prints rates of single runs for a lasting change, so that a run agrees with a neighboring release. */
function printLasting(found: ReadonlyMap<string, NoiseRates>): void {
  console.log('\n**Single runs, 51 changes of -7% that last among 500 ratios**\n')
  console.log('| noise | power | false discoveries | coverage |\n| --- | --- | --- | --- |')
  for (const name of Object.keys(NOISE_MODELS)) {
    const rates = found.get(keyOf({ name, times: 'sessions', repeats: 1 }))?.lasting
    if (rates == null) continue
    const { power, falseDiscoveries, covered } = rates
    console.log(`| ${name} | ${percent(power)} | ${percent(falseDiscoveries)} | ${percent(covered)} |`)
  }
}

/** Kinds of noise for which more repeats must never find fewer changes. */
const POWER_MODELS = ['Gaussian 1.5%', 'Gaussian 3%', '1%, 5% of results 20% low']

const SMALL_TABLES: readonly [title: string, of: (rates: VerdictRates) => number | null][] = [
  ['Power at -7%', ({ power }) => power],
  ['False discoveries (goal: at most 5)', ({ falseDiscoveries }) => falseDiscoveries],
  ['Intervals that contain the true ratio (goal: 93 to 97)', ({ covered }) => covered],
  ['Cells whose noise is unknown', ({ unknown }) => unknown],
]

/**
 * Prints the power at -7% for each number of repeats in separate sessions, which may not fall by more than a percentage
 * point, on tables of 10 tests x 4 versions with 3 changes, and how often the verdicts of such small tables are wrong.
 */
export async function printPowerByRepeats(tables: number, seed: number, only: readonly string[]): Promise<void> {
  const cases = POWER_MODELS.flatMap((name) =>
    REPEATS.map((repeats): NoiseCase => ({ name, times: 'sessions', repeats, tables, seed, isPowerOnly: true })),
  )
  const found = await measureAll(cases.filter((one) => isWanted(one, only)))
  console.log(`3 changes of -7% among 30 ratios, percent, ${tables} tables for each entry, seed ${seed}`)
  for (const [title, of] of SMALL_TABLES) {
    console.log(`\n**${title}**\n\n| noise | ${REPEATS.join(' | ')} |\n| --- |${' --- |'.repeat(REPEATS.length)}`)
    for (const name of POWER_MODELS) {
      const shares = REPEATS.map((repeats) => {
        const rates = found.get(keyOf({ name, times: 'sessions', repeats }))
        const share = rates === undefined ? null : of(rates.changes)
        return share === null ? '-' : (100 * share).toFixed(1)
      })
      console.log(`| ${name} | ${shares.join(' | ')} |`)
    }
  }
}

/**
 * Prints how many cells of each saved comparison of the demo are inconclusive, which reveals a judge that never
 * decides.
 */
export function printUndecided(): void {
  console.log(
    '\n**Saved comparisons of the demo**\n\n| comparison | judged cells | changed | undecided | noise unknown |',
  )
  console.log('| --- | --- | --- | --- | --- |')
  for (const { slug, judged, changed, undecided, unknown } of undecidedCells()) {
    const share = (count: number) => `${count} (${percent(judged === 0 ? null : count / judged)}%)`
    console.log(`| ${slug} | ${judged} | ${changed} | ${share(undecided)} | ${share(unknown)} |`)
  }
}

const percent = (share: number | null) => (share === null ? '-' : String(Math.round(100 * share)))

const keyOf = ({ name, times, repeats }: Pick<NoiseCase, 'name' | 'times' | 'repeats'>) => `${name} ${times} ${repeats}`

const isWanted = (one: NoiseCase, only: readonly string[]) =>
  only.length === 0 || only.some((text) => `${keyOf(one)} `.includes(text))

/** Starts one worker per core; the longest cases run first, so that all end together. */
async function measureAll(cases: readonly NoiseCase[]): Promise<Map<string, NoiseRates>> {
  const waiting = cases.toSorted((a, b) => b.repeats - a.repeats)
  const found = new Map<string, NoiseRates>()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(new URL('../lib/noise-worker.ts', import.meta.url))
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { promise, resolve, reject } = Promise.withResolvers<NoiseRates>()
        worker.once('message', resolve).once('error', reject)
        worker.postMessage(next)
        const rates = await promise
        found.set(keyOf(next), rates)
        // Progress, and the results of a run of hours that is interrupted.
        console.error(`${found.size} of ${cases.length} ${keyOf(next)} ${JSON.stringify(rates)}`)
        worker.removeAllListeners('error')
      }
      await worker.terminate()
    }),
  )
  return found
}
