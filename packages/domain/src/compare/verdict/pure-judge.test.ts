import { modelTable, NOISE_MODELS } from '@assay/testing/noise/noise-models'
import { judgedCells } from '@assay/testing/noise/noise-tables'
import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import { decideSignificance, type Evidence } from './significance.ts'

const BANDS = { worse: 0.95, better: 1.05 }

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

test('deciding a comparison changes no evidence, so that evidence can be decided again with other cells', () => {
  const model = NOISE_MODELS['Gaussian 1.5%']
  if (model === undefined) throw new Error('the kinds of noise changed')
  const changed = (row: number) => (row < 3 ? 0.9 : 1)
  const grid = modelTable(
    {
      model,
      rows: 12,
      columns: 4,
      repeats: 3,
      times: 'sessions',
      changed: (row, column) => (column > 0 ? changed(row) : 1),
    },
    seededRandom(5),
  )
  const evidence = judgedCells(grid).flatMap(({ cell: { verdict, ratio, band } }): Evidence[] =>
    verdict === null || ratio === null ? [] : [{ cell: { ...verdict, q: null, verdict: 'cannot-tell' }, ratio, band }],
  )
  deepFreeze(evidence)
  const all = decideSignificance(evidence, BANDS)
  const [lowest] = evidence.toSorted((a, b) => (a.cell.p ?? 1) - (b.cell.p ?? 1))
  expect(all.counts.worse).toBeGreaterThan(0)
  expect(all.verdicts.map(({ verdict }) => verdict)).toContain('worse')
  // One cell alone is corrected for itself only, whatever was decided before.
  expect(decideSignificance(lowest === undefined ? [] : [lowest], BANDS).verdicts[0]?.q).toBe(lowest?.cell.p)
  expect(decideSignificance(evidence, BANDS)).toEqual(all)
})
