import { resultsOf, together } from '@assay/testing/compare/results-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import { formatRatio } from '../format-cell.ts'
import type { Grid } from '../grid.ts'
import { deriveTldr } from './derive-tldr.ts'
import { sentenceText, type Tldr } from './tldr.ts'
import { rowsOf } from './tldr-blocks.ts'

const versions: Comparison = { ...DEFAULT_COMPARISON, columns: ['version'], verdicts: 'off' }
const textsOf = (tldr: Tldr) => tldr.sentences.map(sentenceText)
const sentencesOf = (table: string, comparison = versions, options?: Parameters<typeof resultsOf>[1]) =>
  textsOf(deriveTldr(compare(resultsOf(table, options), comparison), comparison))

const steps = { 'l.i1': 'write-only steps', 'l.i2': 'write-only steps', qr100: 'range queries', qr500: 'range queries' }

test('the changes of a group are in one sentence, largest first, and unchanged tests in another', () => {
  const table = `
    step  | 12.22 | 18.1
    l.i1  | 1000  | 890
    l.i2  | 1000  | 880
    qr100 | 1000  | 980
    qr500 | 1000  | 970`
  expect(sentencesOf(table, versions, { groups: steps })).toEqual([
    '18.1 is 11% slower than 12.22 on write-only steps (median of 2 tests, worst -12% in l.i2).',
    '18.1 vs 12.22: 2 range queries are within 5%.',
  ])
})

test('one test that differs from many unchanged ones is named', () => {
  const names = ['hot-points', ...Array.from({ length: 8 }, (_, i) => `point-${i}`)]
  const groups = Object.fromEntries(names.map((name) => [name, 'point queries']))
  const rows = names.map((name) => `${name} | 100 | ${name === 'hot-points' ? 194 : 101}`)
  expect(sentencesOf(`test | 12.22 | 17.6\n${rows.join('\n')}`, versions, { groups })).toEqual([
    '17.6 is 94% faster than 12.22 on hot-points.',
    '17.6 vs 12.22: 8 of 9 point queries are within 5%.',
  ])
})

test('a lasting change over versions is named once, with the version in which it began', () => {
  const table = `
    test       | 12.22 | 14.19 | 17.6 | 18.0
    hot-points | 100   | 100   | 194  | 182
    scan       | 100   | 112   | 111  | 111
    one        | 100   | 100   | 100  | 101`
  expect(sentencesOf(table)).toEqual([
    '18.0 is 82% faster than 12.22 on hot-points, since 17.6 (+94% there).',
    '18.0 is 11% faster than 12.22 on scan, since 14.19 (+12% there).',
    '1 of 3 tests is within 5% in 18.0.',
  ])
})

test('a drop in a single version is described as a dip', () => {
  const table = `
    test    | 10.4.2 | 10.5.5 | 10.6.2 | 10.7.6 | 10.8.3
    fillseq | 1000   | 1000   | 590    | 1000   | 1010`
  expect(sentencesOf(table)).toEqual([
    '10.6.2 alone is 41% slower than 10.4.2 on fillseq.',
    'the only test is within 5% in 10.8.3.',
  ])
})

test('subjects with equal sentences share one', () => {
  const table = `
    test | 17.6 x10a | 18.0 x10b | 18.0 x10c
    scan | 100       | 109       | 109
    one  | 100       | 101       | 99`
  const comparison = { ...versions, columns: ['version', 'config'] } satisfies Comparison
  expect(sentencesOf(table, comparison)).toEqual([
    '18.0 x10b and 18.0 x10c are 9% faster than 17.6 x10a on scan.',
    '18.0 x10b and 18.0 x10c vs 17.6 x10a: one is within 5% (1%).',
  ])
})

test('ratios to one client are described as a scale-up', () => {
  const at = (clients: string, qps: number[]) =>
    resultsOf(`test | 18.0\nhot-points | ${qps[0]}\nread-only | ${qps[1]}`, { coordinates: { clients } })
  const comparison = {
    ...DEFAULT_COMPARISON,
    verdicts: 'off',
    columns: ['clients'],
    base: { kind: 'values', values: { clients: '1' } },
  } satisfies Comparison
  const set = together(at('1', [100, 100]), at('48', [3257, 4656]))
  expect(textsOf(deriveTldr(compare(set, comparison), comparison))).toEqual([
    'at 48 clients: 2 tests scale 32.57 (hot-points) to 46.56 (read-only).',
  ])
})

test('without a base, the largest difference comes first', () => {
  const table = `
    test | 5.6.51 | 9.5.0
    scan | 210    | 120
    one  | 100    | 101`
  expect(sentencesOf(table, { ...versions, base: { kind: 'none' } })).toEqual([
    'scan: 120 in 9.5.0 to 210 in 5.6.51, a factor of 1.75.',
    'one: 100 in 5.6.51 to 101 in 9.5.0, a factor of 1.01.',
  ])
})

test('rows are the subjects when the base is a row', () => {
  const comparison = {
    ...DEFAULT_COMPARISON,
    verdicts: 'off',
    rows: ['version'],
    columns: ['test'],
    base: { kind: 'first-row' },
  } satisfies Comparison
  const table = `
    test       | 6.29 | 10.8
    fillseq    | 100  | 101
    readrandom | 100  | 120`
  expect(sentencesOf(table, comparison)).toEqual([
    '10.8 is 20% faster than 6.29 on readrandom.',
    '10.8 vs 6.29: fillseq is within 5% (1%).',
  ])
})

test('tables of one row each are described together, by their names', () => {
  const set = resultsOf(`
    test      | 10.8 gcc | 10.8 clang
    fillseq   | 100      | 120
    readww    | 100      | 114
    overwrite | 100      | 99`)
  const comparison = {
    ...DEFAULT_COMPARISON,
    verdicts: 'off',
    rows: ['version'],
    columns: ['config'],
    tables: ['test'],
    base: { kind: 'values', values: { config: 'gcc' } },
  } satisfies Comparison
  const tldr = deriveTldr(compare(set, comparison), comparison)
  expect(textsOf(tldr)).toEqual([
    'clang is 17% faster than gcc on 2 of 3 results (median of 2 results, best +20% in fillseq).',
    'clang vs gcc: overwrite is within 5% (1%).',
  ])
  expect(tldr.sentences[0]?.parts).toContainEqual({ number: '+20%', cell: { table: 0, row: 0, column: 0 } })
})

test('hidden rows are counted, and links lead to cells of the page', () => {
  const set = resultsOf(`
    test | 17.6 | 18.0
    one  | 100  | 101
    scan | 100  | 50`)
  const comparison = { ...versions, onlyChanged: true }
  const tldr = deriveTldr(compare(set, versions), comparison, compare(set, comparison))
  expect(textsOf(tldr)).toEqual(['18.0 is 50% slower than 17.6 on scan.', '18.0 vs 17.6: one is within 5% (1%).'])
  expect(tldr.sentences[0]?.parts).toContainEqual({ number: '50%', cell: { table: 0, row: 0, column: 1 } })
})

const ratios = fc.array(fc.option(fc.double({ min: 0.01, max: 100, noNaN: true })), { minLength: 2, maxLength: 5 })

test('for any data, each number in a sentence is that of its cell, and effects are in descending order', () => {
  fc.assert(
    fc.property(fc.array(ratios, { minLength: 1, maxLength: 6 }), fc.boolean(), (table, firstRow) => {
      const width = Math.max(...table.map((row) => row.length))
      const header = Array.from({ length: width }, (_, i) => `${i + 1}.0`).join(' | ')
      const lines = table.map((row, i) => {
        const cells = Array.from({ length: width }, (_, column) => row[column] ?? '-')
        return `t${i} | ${cells.join(' | ')}`
      })
      const comparison: Comparison = {
        ...DEFAULT_COMPARISON,
        verdicts: 'off',
        ...(firstRow
          ? { rows: ['version'], columns: ['test'], base: { kind: 'first-row' } }
          : { columns: ['version'] }),
      }
      const grid = compare(resultsOf(`test | ${header}\n${lines.join('\n')}`), comparison)
      const { sentences } = deriveTldr(grid, comparison)
      for (const { parts } of sentences) {
        for (const part of parts)
          if (typeof part !== 'string') expect(part.number).toSatisfy(isNumberOf(grid, part.cell))
      }
      const effects = sentences.map(({ effect }) => effect)
      expect(effects).toEqual(effects.toSorted((a, b) => b - a))
    }),
    { numRuns: 200 },
  )
})

/** The median of an even number of cells is not the value of a cell. */
function isNumberOf(grid: Grid, ref: { table: number; row: number; column: number } | null) {
  return (text: string) => {
    if (ref === null) return /^\d/.test(text)
    const cell = rowsOf(grid.tables[ref.table]!)[ref.row]?.cells[ref.column] // The test takes the references from this grid.
    if (cell?.ratio == null) return false
    const shown = Number(formatRatio(cell.ratio))
    const percent = `${Math.round(Math.abs(shown - 1) * 100)}%`
    return [`${formatRatio(cell.ratio)} times`, percent, `${shown < 1 ? '-' : '+'}${percent}`].includes(text)
  }
}

test('with tests on columns and a row as base, each test is named', () => {
  const table = `
    step  | 12.22 | 18.1
    l.i1  | 1000  | 890
    l.i2  | 1000  | 880
    qr100 | 1000  | 980`
  const byVersion: Comparison = {
    ...DEFAULT_COMPARISON,
    verdicts: 'off',
    rows: ['version'],
    columns: ['test'],
    base: { kind: 'first-row' },
  }
  expect(sentencesOf(table, byVersion)).toEqual([
    '18.1 is 11% slower than 12.22 on 2 of 3 tests (median of 2 tests, worst -12% in l.i2).',
    '18.1 vs 12.22: qr100 is within 5% (2%).',
  ])
})
