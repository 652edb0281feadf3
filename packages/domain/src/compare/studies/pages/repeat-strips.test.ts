import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import { repeatStrips } from './repeat-strips.ts'

/** The strip plot of tests with these values by repeat, of one version. */
function stripsOf(measured: Record<string, readonly number[]>) {
  const names = Object.keys(measured)
  const tests = names.map((name, order) => ({
    name,
    group: '',
    order,
    role: 'measured' as const,
    primaryMetric: 'qps',
  }))
  const points = names.flatMap((name) =>
    (measured[name] ?? []).map((qps, at) => ({
      runId: `${name} ${at}`,
      resultId: `${name} ${at}`,
      coordinates: { version: '18.0', test: name, group: '', clients: '1', repeat: String(at + 1) },
      values: { qps },
    })),
  )
  const comparison = {
    ...DEFAULT_COMPARISON,
    columns: ['version' as const, 'repeat' as const],
    base: { kind: 'values' as const, values: { repeat: '1' } },
    repeats: 'each' as const,
  }
  const metrics = [{ name: 'qps', unit: 'q', better: 'higher' as const, about: '' }]
  return repeatStrips(compare({ points, tests, metrics }, comparison))
}

test('the widest result comes first, and every repeat is divided by the median of its result', () => {
  const model = stripsOf({ steady: [100, 101, 99], once: [50], wide: [80, 100, 130] })
  expect(model?.draw).toBe('strip')
  expect(model?.x.kind === 'ordered' && model.x.places.map(({ name }) => name)).toEqual(['wide', 'steady'])
  expect(model?.series.map(({ name, points }) => [name, points.map(({ x, y }) => [x, y])])).toEqual([
    [
      'repeat 1',
      [
        [0, 0.8],
        [1, 1],
      ],
    ],
    [
      'repeat 2',
      [
        [0, 1],
        [1, 1.01],
      ],
    ],
    [
      'repeat 3',
      [
        [0, 1.3],
        [1, 0.99],
      ],
    ],
  ])
  expect(model?.summary).toBe('2 results have repeats. They differ most in wide: highest ÷ lowest is 1.63.')
})

test('twelve results are drawn, and the chart says of how many', () => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`t${at}`, [100, 101 + at]]))
  const model = stripsOf(many)
  expect(model?.x.kind === 'ordered' && model.x.places.length).toBe(12)
  expect(model?.left).toBe('12 of 14 results are drawn: those whose repeats differ most.')
})

test('results without repeats have no chart', () => {
  expect(stripsOf({ a: [1], b: [2] })).toBeNull()
})
