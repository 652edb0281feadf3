import { expect, test } from 'vitest'
import { listedXValues } from './listed-x-values.ts'

const xValues = Array.from({ length: 10_000 }, (_, at) => `x${at}`)

test('a short series lists every x value', () => {
  expect(listedXValues({ places: xValues.slice(0, 200), lines: [] })).toEqual({
    listed: xValues.slice(0, 200),
    step: 1,
  })
})

test('a long series lists some in order, with the first, the last and both points of every change', () => {
  const change = { place: 777, after: 776, ratio: 1, direction: 'worse', runId: null, by: 'level' } as const
  const line = {
    ...{
      name: '',
      colour: '',
      workload: '',
      product: '',
      test: '',
      hardware: '',
      clients: '',
      parameters: [],
      metric: '',
    },
    ...{
      positions: [],
      rule: { method: 'levels' as const },
      levels: [],
      pending: 0,
      unable: null,
      movement: null,
      drifts: [],
    },
    changes: [change],
  }
  const { listed, step } = listedXValues({ places: xValues, lines: [line] })
  expect(listed.length).toBeLessThan(210)
  expect(listed).toEqual(expect.arrayContaining(['x0', 'x776', 'x777', 'x9999', `x${step}`]))
  expect(listed.map((name) => xValues.indexOf(name))).toEqual(
    [...listed].map((name) => xValues.indexOf(name)).sort((a, b) => a - b),
  )
})
