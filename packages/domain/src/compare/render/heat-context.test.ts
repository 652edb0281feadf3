import { expect, test } from 'vitest'
import { KNOWN_BUG_NOTE } from '../../findings/notes/note-codes.ts'
import type { Cell, GridTable } from '../grid.ts'
import type { Footnote } from '../point.ts'
import { bugLines, columnBugs, historyReach, rowHistory } from './heat-context.ts'

const cell = (ratio: number | null, footnotes: Footnote[] = []): Cell => ({
  ...{ value: ratio, baseValue: 1, ratio, isBase: false, repeats: 1, min: null, max: null, metric: 'qps', unit: '' },
  ...{ better: 'higher', band: 'neutral', verdict: null, footnotes, runIds: [] },
})

const bug = (name: string, slug: string): Footnote => ({
  code: KNOWN_BUG_NOTE,
  text: `Known bug RocksDB ${name} (from 10.6, fixed in 10.7): slow.`,
  href: `/known-bugs/${slug}`,
})

const tableOf = (rows: Cell[][]): GridTable => ({
  ...{ key: { values: [], label: '' }, metric: 'qps', unit: '', better: 'higher', baseLabel: null },
  columns: (rows[0] ?? []).map((_, at) => ({ values: [`${at}`], label: `${at}`, isBase: false })),
  groups: [
    {
      name: null,
      rows: rows.map((cells, at) => ({ values: [`${at}`], label: `${at}`, group: null, isBase: false, cells })),
      summaries: [],
    },
  ],
})

test('sparklines share a scale, leave gaps out, and stay inside of it', () => {
  const table = tableOf([[cell(1), cell(null), cell(0.5)]])
  const reach = historyReach(table)
  expect(reach).toBeCloseTo(Math.log(2))
  expect(rowHistory({ cells: [cell(1), cell(null), cell(0.1)] }, reach)).toEqual([
    { x: 0, y: 0 },
    { x: 1, y: -1 },
  ])
  expect(historyReach(tableOf([[cell(1), cell(1.001)]]))).toBeCloseTo(Math.log(1.1))
})

test('a known bug is a span of neighboring columns, and overlapping bugs have lines of their own', () => {
  const [a, b] = [bug('13996', 'a'), bug('12038', 'b')]
  const table = tableOf([
    [cell(1), cell(1, [a]), cell(1, [a, b]), cell(1, [b]), cell(1), cell(1, [a])],
    [cell(1), cell(1), cell(1, [a]), cell(1), cell(1), cell(1)],
  ])
  const spans = columnBugs(table)
  expect(spans.map(({ name, from, to }) => `${name} ${from}-${to}`)).toEqual(['13996 1-2', '13996 5-5', '12038 2-3'])
  expect(bugLines(spans).map((line) => line.map(({ name, from }) => `${name} ${from}`))).toEqual([
    ['13996 1', '13996 5'],
    ['12038 2'],
  ])
})
