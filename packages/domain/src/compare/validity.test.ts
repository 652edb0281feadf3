import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { fromQuery, toQuery } from './comparison-url.ts'
import type { Point, PointSet } from './point.ts'
import { numberFootnotes } from './render/footnote-marks.ts'
import { renderCsv } from './render/render-csv.ts'
import { renderMarkdown } from './render/render-markdown.ts'
import { renderText } from './render/render-text.ts'

const grid = (set: PointSet, query = '') => compare(set, fromQuery(query).comparison)

/** Returns the set with a change to all points of that version and repeat. */
const changed = (set: PointSet, at: { version: string; repeat?: string }, change: Partial<Point>): PointSet => ({
  ...set,
  points: set.points.map((point) => {
    const { version, repeat } = point.coordinates
    return version === at.version && repeat === (at.repeat ?? '1') ? { ...point, ...change } : point
  }),
})
const cellsOf = (set: PointSet, query = '') => grid(set, query).tables[0]?.groups[0]?.rows[0]?.cells ?? []

const notSteady = { code: 'not-steady', text: 'Not steady: qps falls by 20% over 60 seconds.' }
const three = resultsOf('test | 1 | 2 | 3\na | 100 | 50 | 96')
const badged = changed(three, { version: '2' }, { footnotes: [notSteady] })

test('an excluding flag removes the cell from bands and means but keeps its value', () => {
  const [, cell] = cellsOf(badged)
  expect(cell).toMatchObject({ value: 50, ratio: 0.5, band: 'none', footnotes: [notSteady] })
  expect(grid(badged).tables[0]?.groups[0]?.summaries[1]).toBeNull()
  expect(renderText(grid(badged))).toContain('0.50*\t0.96\ta\n\n* not comparable: not steady\n')
  expect(renderMarkdown(grid(badged))).toContain(notSteady.text)
})

test('a CSV has flags in a last field, and no such field without flags', () => {
  expect(renderCsv(grid(badged, 'columns=version')).split('\r\n').slice(0, 2)).toEqual([
    'group,test,1,2,3,notes',
    `,a,1.00,0.50,0.96,2: ${notSteady.text}`,
  ])
  expect(renderCsv(grid(three))).not.toContain('notes')
})

test('many texts of one flag share a footnote, few have separate ones', () => {
  const versions = Array.from({ length: 10 }, (_, i) => `${i + 1}`)
  const wide = resultsOf(`test | ${versions.join(' | ')}\na | ${versions.map(() => 100).join(' | ')}`)
  const noted = (count: number) => ({
    ...wide,
    points: wide.points.map((point, i) =>
      i === 0 || i > count ? point : { ...point, footnotes: [{ code: 'steal', text: `The hypervisor took ${i}.0%.` }] },
    ),
  })
  expect(numberFootnotes(grid(noted(8))).notes).toHaveLength(8)
  const { notes, marksOf } = numberFootnotes(grid(noted(9)))
  expect(notes.map(({ number, text }) => `${number} ${text}`)).toEqual([
    '1 Steal: the hypervisor took more than 1% of the CPU. Each cell and its run say the numbers.',
  ])
  expect(cellsOf(noted(9)).map(marksOf)).toEqual([[], ...versions.slice(1).map(() => [1])])
})

test('an option includes the result again, and the flag is still shown', () => {
  const query = 'badged=in'
  const [, cell] = cellsOf(badged, query)
  expect(cell).toMatchObject({ value: 50, ratio: 0.5, band: 'worse' })
  expect(cell?.footnotes.map(({ text }) => text)).toEqual([`${notSteady.text} Counted in.`])
  expect(grid(badged, query).tables[0]?.groups[0]?.summaries[1]).toMatchObject({ geometricMean: 0.5 })
  expect(renderText(grid(badged, query))).not.toContain('*')
  expect(toQuery(fromQuery(query).comparison)).toBe(query)
  expect(fromQuery('badged=perhaps').problems).toEqual(['badged: "perhaps" is not one of in, out'])
})

test('only the flagged repeats are left out, and the cell has a note', () => {
  const repeats = resultsOf('test | 1 | 2 | 2 | 2\na | 100 | 90 | 200 | 110')
  const set = changed(repeats, { version: '2', repeat: '2' }, { footnotes: [notSteady] })
  const [, cell] = cellsOf(set, 'repeats=mean')
  expect(cell).toMatchObject({ value: 100, repeats: 2, min: 90, max: 110, band: 'neutral' })
  expect(cell?.footnotes.map(({ text }) => text)).toEqual([`1 of 3 results left out: ${notSteady.text}`])
  expect(cell?.runIds).toEqual(['2 1', '2 3'])
  expect(cellsOf(set, 'repeats=max&badged=in')[1]).toMatchObject({ value: 200, repeats: 3 })
})

test('a flag of one metric does not affect others', () => {
  const footnotes = [{ code: 'since-boot', text: 'With the mean since boot.', metrics: ['cs/o'] }]
  const both = { ...three, points: three.points.map((point) => ({ ...point, values: { ...point.values, 'cs/o': 1 } })) }
  const set = changed(both, { version: '2' }, { footnotes })
  const [qps, switches] = grid(set, 'metrics=qps,cs/o').tables.map((table) => table.groups[0]?.rows[0]?.cells[1])
  expect(qps).toMatchObject({ band: 'worse', footnotes: [] })
  expect(switches).toMatchObject({ band: 'none', footnotes })
})

test('a flag that excludes nothing is shown and does not change the band', () => {
  const set = changed(three, { version: '2' }, { footnotes: [{ code: 'no-core-left', text: 'No core left.' }] })
  expect(cellsOf(set)[1]).toMatchObject({ band: 'worse', footnotes: [{ text: 'No core left.' }] })
  expect(renderText(grid(set))).not.toContain('*')
})

test('a governor, SMT or kernel that differs between compared results gives a warning', () => {
  const warnings = (set: PointSet, query = '') =>
    grid(set, query).warnings.flatMap(({ code, text }) => (code === 'fact-differs' ? [text] : []))
  const one = changed(three, { version: '1' }, { facts: { governor: 'performance', kernel: '6.8.0' } })
  expect(warnings(one), 'a run that does not say differs from none').toEqual([])
  const two = changed(one, { version: '2' }, { facts: { governor: 'powersave', kernel: '6.8.0' } })
  expect(warnings(two)).toEqual(['The governor differs between results that are compared: performance, powersave.'])
  expect(warnings(two, 'columns=config&tables=version'), 'tables are not compared with each other').toEqual([])
})
