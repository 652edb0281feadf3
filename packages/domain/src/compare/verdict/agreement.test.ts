import { modelTable, NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { judgedCells } from '@assay/testing/noise/noise-tables'
import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'

const lasting = (row: number, column: number) => (row % 6 === 0 && column >= 3 ? 0.9 : 1)
const takenBack = (row: number, column: number) => (row % 2 === 0 && column === 3 ? 0.9 : 1)

/** Shares of changed and of unchanged cells with a verdict, for single runs of 60 tests and 6 releases. */
function called(name: string, changed: (row: number, column: number) => number, seed: number) {
  const random = seededRandom(seed)
  const count = { changed: 0, found: 0, others: 0, wrong: 0 }
  for (let table = 0; table < 6; table += 1) {
    const model = NOISE_MODELS[name]
    if (model === undefined) throw new Error(`no kind of noise is called ${name}`)
    const grid = modelTable({ model, rows: 60, columns: 6, repeats: 1, times: 'sessions', changed }, random)
    for (const { row, column, cell } of judgedCells(grid)) {
      const isCalled = cell.verdict?.verdict === 'worse' || cell.verdict?.verdict === 'better'
      if (changed(row, column) === 1) count.others += 1
      else count.changed += 1
      if (isCalled && changed(row, column) === 1) count.wrong += 1
      else if (isCalled) count.found += 1
    }
  }
  return { power: count.found / count.changed, wrong: count.wrong / count.others }
}

test.each([1, 2, 3])(
  'a change of single runs that lasts is found, and one that is taken back may be an outlier (seed %i)',
  (seed) => {
    const found = called('Gaussian 1.5%', lasting, seed)
    expect(found.power).toBeGreaterThan(0.6)
    expect(found.wrong).toBeLessThan(0.02)
    expect(called('Gaussian 1.5%', takenBack, seed).power).toBeLessThan(found.power - 0.2)
  },
)

test.each([1, 2])('outliers of single runs get no verdict of a change (seed %i)', (seed) => {
  expect(called('1%, 5% of results 20% low', () => 1, seed).wrong).toBeLessThan(0.01)
})
