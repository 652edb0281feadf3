import { judgedCells, type NoiseTable, noiseTable, seededRandom } from '@assay/domain/verdict/testing/noise-tables'
import { generatedRun } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { timeCalls } from '../lib/timing.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const NOISES = [0.005, 0.015, 0.03]
const LAYOUTS = [
  { repeats: 1, history: 11 },
  { repeats: 2, history: 0 },
  { repeats: 3, history: 0 },
]
const FULL = { rows: 32, columns: 8 }
const VERSIONS = 15
/** Runs that far apart in the generated sequence are repeats. */
const NEXT_REPEAT = 6_000

/** How often verdicts are wrong, at full size and on a fresh seed each time: false alarms, coverage, power. */
export function benchNoise(tables: number): Line[] {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seededRandom(seed)
  const lines: Line[] = [{ what: 'verdicts, seed of this run', value: seed, unit: '' }]
  for (const { repeats, history } of LAYOUTS) {
    for (const sd of NOISES) {
      const { flagged, covered } = pureNoise({ ...FULL, repeats, history, sd }, tables, random)
      const what = `32 x 8 of pure noise ${100 * sd}%, ${repeats} run(s) a cell`
      lines.push({ what: `${what}: tables with a flag`, value: 100 * flagged, unit: '%', goal: 'at most 5' })
      lines.push({ what: `${what}: intervals that cover 1`, value: 100 * covered, unit: '%', goal: '93 to 97' })
    }
  }
  const slower = { repeats: 3, history: 0, sd: 0.015 }
  for (const [words, rows, columns, changed] of [
    ['one version of 8, all 32 tests', 32, 8, (_row: number, column: number) => (column === 5 ? 0.93 : 1)],
    ['two versions, all 32 tests', 32, 2, (_row: number, column: number) => (column === 1 ? 0.93 : 1)],
    ['two versions, 1 test of 32', 32, 2, (row: number, column: number) => (row === 9 && column === 1 ? 0.93 : 1)],
    ['1 cell of 32 x 8', 32, 8, (row: number, column: number) => (row === 9 && column === 5 ? 0.93 : 1)],
  ] as const) {
    const { called, falseShare } = power({ ...slower, rows, columns, changed }, Math.ceil(tables / 4), random)
    const what = `7% slower, 3 repeats of 1.5%, ${words}`
    lines.push({ what: `${what}: called worse`, value: 100 * called, unit: '%', goal: 'over 90' })
    lines.push({ what: `${what}: false among the called`, value: 100 * falseShare, unit: '%', goal: 'at most 5' })
  }
  return lines
}

/** The export of 40 tests x 15 versions with three repeats each, with verdicts and without. */
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
