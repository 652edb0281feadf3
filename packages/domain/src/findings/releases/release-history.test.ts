import { expect, test } from 'vitest'
import { releaseHistory } from './release-history.ts'
import type { ReleaseLine } from './release-summary.ts'

const line = (name: string, ratio: number): ReleaseLine => ({
  ...{ test: name, clients: '1', line: '', metric: 'qps', low: null, high: null, verdict: 'inconclusive' },
  ratio,
})
const release = (from: string, to: string, ratio: number) => ({
  from,
  to,
  lines: [line('scan', ratio), line('point', 9)],
})
const scan = line('scan', 1)

test('a history multiplies the ratios in the order of the releases', () => {
  const releases = [release('17.6', '18.0', 0.5), release('9.6', '10.0', 1.2), release('10.0', '17.6', 2)]
  const history = releaseHistory(releases, scan)
  expect(history.map(({ version }) => version)).toEqual(['9.6', '10.0', '17.6', '18.0'])
  expect(history.at(-1)?.value).toBeCloseTo(1.2 * 2 * 0.5, 12)
})

test('a history begins after the last release without the test', () => {
  const releases = [release('1.0', '1.1', 2), { from: '1.1', to: '1.2', lines: [] }, release('1.2', '1.3', 0.9)]
  expect(releaseHistory(releases, scan)).toEqual([
    { version: '1.2', value: 1 },
    { version: '1.3', value: 0.9 },
  ])
})

test('a test without ratios has no history', () => {
  expect(releaseHistory([release('1.0', '1.1', 2)], line('update', 1))).toEqual([])
})
