import { judgedCells, type NoiseTable, noiseTable } from '@assay/testing/noise/noise-tables'
import { seededRandom } from '@assay/testing/seeded-random'
import { generatedRun } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { timeCalls } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const NOISES = [0.005, 0.015, 0.03]
const LAYOUTS = [
  { repeats: 1, history: 11, words: '1 run a cell, 11 repeats of another version' },
  { repeats: 1, history: 0, floorsFrom: 'neighbors', words: '1 run a cell, no repeats' },
  { repeats: 2, history: 0, words: '2 runs a cell' },
  { repeats: 3, history: 0, words: '3 runs a cell' },
] as const
/** Noise of the tests of one group: from a third to three times the middle one. */
const UNEVEN = (row: number) => 0.015 * 3 ** Math.sin(12.9898 * row)
const FULL = { rows: 32, columns: 8 }
const VERSIONS = 15
/** Distance in the generated sequence between repeats. */
const NEXT_REPEAT = 6_000

/**
 * Measures how often verdicts are wrong, at full size and with a fresh seed each time: false alarms, coverage, power.
 */
export function benchNoise(tables: number): Line[] {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const lines: Line[] = [{ what: 'verdicts, seed of this run', value: seed, unit: '' }]
  for (const { words, ...layout } of LAYOUTS) {
    for (const sd of [...NOISES, UNEVEN]) {
      const { flagged, covered } = pureNoise({ ...FULL, ...layout, sd }, tables, random)
      const noise = typeof sd === 'number' ? `${100 * sd}%` : 'of 0.5 to 4.5% by test'
      const what = `32 x 8 of pure noise ${noise}, ${words}`
      lines.push({ what: `${what}: tables with a flag`, value: 100 * flagged, unit: '%', goal: 'at most 5' })
      lines.push({ what: `${what}: intervals that cover 1`, value: 100 * covered, unit: '%', goal: '93 to 97' })
    }
  }
  const slower = { repeats: 3, history: 0, sd: 0.015 }
  for (const { words, columns, changed, few, floorsFrom } of POWER) {
    const table = { ...slower, rows: 32, columns, changed, ...(floorsFrom === undefined ? {} : { floorsFrom }) }
    const { called, falseShare } = power(table, few ? tables : Math.ceil(tables / 4), random)
    const what = `7% slower, 3 repeats of 1.5%, ${words}`
    lines.push({ what: `${what}: called worse`, value: 100 * called, unit: '%', goal: 'over 90' })
    lines.push({ what: `${what}: false among the called`, value: 100 * falseShare, unit: '%', goal: 'at most 5' })
  }
  return lines
}

type Power = {
  words: string
  columns: number
  changed: (row: number, column: number) => number
  /** True for one cell per table, which needs more tables to estimate the rate. */
  few: boolean
  floorsFrom?: 'truth'
}

const lone = (at: number) => (row: number, column: number) => (row === 9 && column === at ? 0.93 : 1)
const whole = (at: number) => (_row: number, column: number) => (column === at ? 0.93 : 1)

const POWER: readonly Power[] = [
  { words: 'one version of 8, all 32 tests', columns: 8, changed: whole(5), few: false },
  { words: 'two versions, all 32 tests', columns: 2, changed: whole(1), few: false },
  { words: 'two versions, 1 test of 32', columns: 2, changed: lone(1), few: true },
  { words: '1 cell of 32 x 8', columns: 8, changed: lone(5), few: true },
  {
    words: '1 cell of 32 x 8, were the noise known exactly',
    columns: 8,
    changed: lone(5),
    few: true,
    floorsFrom: 'truth',
  },
]

/** Measures the export of 40 tests x 15 versions with three repeats each, with verdicts and without. */
export async function benchVerdicts(product: Product): Promise<Line[]> {
  for (const from of [0, NEXT_REPEAT, 2 * NEXT_REPEAT]) {
    await uploadRuns(product, { from, count: VERSIONS, clients: 2 })
  }
  const versions = Array.from({ length: VERSIONS }, (_, i) => generatedRun(i).version)
  const query = (verdicts: string) =>
    new URLSearchParams({
      columns: 'version',
      version: versions.join(','),
      config: 'x0_c32r128',
      hardware: 'machine-0',
      verdicts,
      format: 'json',
    })
  const ask = (verdicts: string) => async () => {
    const answer = await fetch(`${product.url}/api/v1/projects/demo/compare?${query(verdicts)}`)
    await answer.arrayBuffer()
  }
  const off = await timeCalls(60, ask('off'))
  const on = await timeCalls(60, ask('on'))
  const base = { base: off.median, baseName: 'without verdicts' }
  return [
    { what: '40 x 15 cells with verdicts, answer', value: on.median, unit: 'ms', ...base, goal: 'below 50 ms' },
    { what: 'the same, p95', value: on.p95, unit: 'ms' },
  ]
}

function pureNoise(table: NoiseTable, tables: number, random: () => number): { flagged: number; covered: number } {
  let [flagged, cells, covering] = [0, 0, 0]
  for (let i = 0; i < tables; i += 1) {
    const grid = noiseTable(table, random)
    if ((grid.verdicts?.worse ?? 0) + (grid.verdicts?.better ?? 0) > 0) flagged += 1
    for (const { cell } of judgedCells(grid)) {
      const interval = cell.verdict?.interval
      if (interval == null) continue
      cells += 1
      if (interval.low < 1 && interval.high > 1) covering += 1
    }
  }
  return { flagged: flagged / tables, covered: covering / cells }
}

function power(
  table: NoiseTable & { changed: (row: number, column: number) => number },
  tables: number,
  random: () => number,
): { called: number; falseShare: number } {
  let [changed, called, wrong] = [0, 0, 0]
  for (let i = 0; i < tables; i += 1) {
    for (const { row, column, cell } of judgedCells(noiseTable(table, random))) {
      const isFlag = cell.verdict?.verdict === 'worse' || cell.verdict?.verdict === 'better'
      if (table.changed(row, column) === 1) {
        if (isFlag) wrong += 1
        continue
      }
      changed += 1
      if (cell.verdict?.verdict === 'worse') called += 1
    }
  }
  return { called: called / changed, falseShare: called + wrong === 0 ? 0 : wrong / (called + wrong) }
}
