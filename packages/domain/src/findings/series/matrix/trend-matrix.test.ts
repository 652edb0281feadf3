import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownBug } from '../../notes/known-bug.ts'
import type { JudgedLine, LineChange } from '../judge-line.ts'
import { firstCursor, trendHeadline, trendSummary } from './trend-headline.ts'
import { sharedAxis, trendMatrix } from './trend-matrix.ts'

const VERSIONS = ['10.4.2', '10.5.5', '10.6.2', '10.7.6']

type Given = { test: string; workload?: string; colour?: string; values: (number | null)[]; changes?: LineChange[] }

const line = ({ test: name, workload = 'iobuf', colour = 'gcc', values, changes = [] }: Given): JudgedLine => ({
  ...{ name: '', colour, product: 'RocksDB', workload, test: name, hardware: 'pn53', clients: '1', parameters: [] },
  ...{ metric: 'ops', rule: { method: 'levels' }, levels: [], pending: 0, unable: null, movement: null, drifts: [] },
  changes,
  positions: values.flatMap((value, xIndex) =>
    value === null
      ? []
      : [
          {
            ...{
              place: xIndex,
              value,
              values: [value],
              runIds: [],
              version: VERSIONS[xIndex] ?? '',
              binary: null,
              counts: true,
            },
            notes: [],
          },
        ],
  ),
})

const change = (xIndex: number, ratio: number): LineChange => ({
  ...{ place: xIndex, after: xIndex - 1, ratio, direction: ratio < 1 ? 'worse' : 'better', runId: null, by: 'release' },
})

const BUG: KnownBug = {
  ...{ id: '', slug: 'bug', bug: '13996', product: 'RocksDB', title: 'slow', about: null, link: null },
  ...{ affectedFrom: '10.6', fixedIn: '10.7', tests: ['fill*'], workloads: ['iobuf'], source: null },
  ...{ createdAt: '', updatedAt: '' },
}

const DIP = trendMatrix({
  places: VERSIONS,
  lines: [
    line({ test: 'fillseq', values: [100, 100, 61, 107], changes: [change(2, 0.61), change(3, 1.75)] }),
    line({ test: 'fillseq', colour: 'clang', values: [110, 110, 66, null] }),
    line({ test: 'fillseq', workload: 'byrx', values: [200, 200, 202, 200] }),
    line({ test: 'readwhilewriting', values: [50, 50, null, 51] }),
  ],
  bugs: [BUG],
})

test('a panel is a test of a workload, and its lines are ratios to the first value of its first line', () => {
  expect(DIP.lines).toEqual(['gcc', 'clang'])
  expect(DIP.rows.map(({ workload, panels }) => [workload, panels.map((panel) => panel.test)])).toEqual([
    ['iobuf', ['fillseq', 'readwhilewriting']],
    ['byrx', ['fillseq']],
  ])
  const [fillseq, read] = DIP.rows[0]?.panels ?? []
  expect(fillseq?.lines.map(({ ratios }) => ratios)).toEqual([
    [1, 1, 0.61, 1.07],
    [1.1, 1.1, 0.66, null],
  ])
  expect(read?.lines[0]?.ratios).toEqual([1, 1, null, 1.02])
})

test('a known bug spans the versions that it affects, in the tests and workloads that it names', () => {
  const spans = DIP.rows.flatMap(({ panels }) => panels.map(({ bugs }) => bugs.map(({ from, to }) => [from, to])))
  expect(spans).toEqual([[[2, 2]], [], []])
})

test('the headline is the largest regression and the version that regained it, and the cursor begins there', () => {
  expect(trendHeadline(DIP, 'RocksDB on pn53')).toBe(
    'RocksDB on pn53: fillseq lost 39% in 10.6.2 and regained it in 10.7.6',
  )
  expect(VERSIONS[firstCursor(DIP)]).toBe('10.6.2')
  expect(trendSummary(DIP)).toContain(
    '2 tests in 2 workloads, 4 versions from 10.4.2 to 10.7.6: 1 regression and 1 improvement.',
  )
  const flat = trendMatrix({ places: VERSIONS, lines: [line({ test: 'scan', values: [1, 1, 1, 1] })], bugs: [] })
  expect(trendHeadline(flat, 'X on y')).toBe('X on y: no changes in 4 versions')
})

test('the shared axis shows every ratio and 1.0, and noise of a percent is small on it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.01, max: 50, noNaN: true })), (ratios) => {
      const { low, high, ticks } = sharedAxis(ratios)
      for (const ratio of ratios) expect(ratio >= low && ratio <= high).toBe(true)
      expect(ticks).toContain(1)
      expect(high / low).toBeGreaterThan(1.3)
    }),
  )
})
