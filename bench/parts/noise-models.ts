import { NOISE_MODELS, type NoiseModel, type Times } from '@assay/domain/verdict/testing/noise-models'
import { seededRandom } from '@assay/domain/verdict/testing/noise-tables'
import { type VerdictRates, verdictRates } from '../lib/verdict-rates.ts'
import { type Figures, VERDICTS_BEFORE } from '../lib/verdicts-before.ts'

const REPEATS = [1, 2, 3, 5, 10]
const TIMES: Readonly<Record<Times, string>> = {
  sessions: 'start times known, a session for each repeat',
  'one-session': 'start times known, one session for each version',
  unknown: 'start times not stated, one session for each version',
}
const COLUMNS = ['flagged tables', 'intervals cover', 'undecided cells', 'power at -7%', 'false discoveries']

/** 500 ratios, of which 50 are changes of -7% spread over tests and versions. */
const MANY = { rows: 100, columns: 6 }
const changed = (row: number, column: number) => (column > 0 && (row * 5 + column * 7) % 10 === 0 ? 0.93 : 1)

/**
 * Prints for each kind of noise, for what is known of sessions and for 1 to 10 repeats how verdicts do: percent of tables
 * of 32 tests x 8 versions of pure noise with any flag, coverage of intervals, undecided cells; and over 500 ratios with 50
 * changes of -7% power and false discoveries. Noise is estimated as in the product, from all versions shown. Figures in
 * parentheses are those of the judge before (verdicts-before.ts).
 */
export function printNoiseModels(tables: number): void {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`Verdicts by kind of noise, percent (before), ${tables} tables each, seed ${seed}`)
  for (const [name, model] of Object.entries(NOISE_MODELS)) {
    for (const [times, words] of Object.entries(TIMES) as [Times, string][]) {
      const repeats = times === 'sessions' ? REPEATS : REPEATS.filter((count) => count > 1)
      console.log(`\n${name}; ${words}`)
      console.log(['repeats', ...COLUMNS].map((column) => column.padEnd(18)).join(''))
      for (const count of repeats) console.log(line({ name, model, times, repeats: count }, tables, seededRandom(seed)))
    }
  }
}

type Case = { name: string; model: NoiseModel; times: Times; repeats: number }

function line({ name, model, times, repeats }: Case, tables: number, random: () => number): string {
  const noise = verdictRates({ model, times, repeats, rows: 32, columns: 8 }, tables, random)
  const many = verdictRates({ model, times, repeats, ...MANY, changed }, Math.ceil(tables / 4), random)
  const before = VERDICTS_BEFORE[name]?.[times]?.[REPEATS.indexOf(repeats)] ?? null
  const cells = figures(noise, many).map((value, at) => `${value} (${before?.[at] ?? '-'})`.padEnd(18))
  return `${String(repeats).padEnd(18)}${cells.join('')}`
}

function figures(noise: VerdictRates, many: VerdictRates): Figures {
  const percent = (share: number | null) => Math.round(100 * (share ?? 0))
  return [
    percent(noise.flagged),
    percent(noise.covered),
    percent(noise.undecided),
    percent(many.power),
    percent(many.falseDiscoveries),
  ]
}
