import { resultsOf } from '@assay/testing/compare/results-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeBand, isChange } from '../change-band.ts'
import { compare } from '../compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../comparison.ts'
import type { Grid, GridRow } from '../grid.ts'
import type { PointSet } from '../point.ts'
import { renderHtml } from '../render/render-html.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { verdictCountWords } from '../verdict-words.ts'
import { deriveTldr } from './derive-tldr.ts'
import { sentenceText } from './tldr.ts'
import { rowsOf } from './tldr-blocks.ts'

// Header counts, colors, signs, sentences and `only changes` use one definition of a change: the verdict.

const versions: Comparison = { ...DEFAULT_COMPARISON, columns: ['version'] }
const allRows = (grid: Grid): GridRow[] => grid.tables.flatMap(rowsOf)
const sentencesOf = (grid: Grid, comparison: Comparison, shown?: Grid) =>
  deriveTldr(grid, comparison, shown).sentences.map(sentenceText)

/** A table of tests x versions whose single runs differ by normal noise of `sd`, and by true changes where given. */
const tables = fc
  .record({
    tests: fc.integer({ min: 1, max: 12 }),
    columns: fc.integer({ min: 2, max: 5 }),
    sd: fc.constantFrom(0.005, 0.015, 0.03),
    uniforms: fc.array(fc.double({ min: 0.0001, max: 0.9999, noNaN: true }), { minLength: 60, maxLength: 60 }),
    changes: fc.array(fc.constantFrom(0.5, 0.8, 1, 1, 1, 1.3, 2.5), { minLength: 60, maxLength: 60 }),
    isKnown: fc.boolean(),
    groups: fc.boolean(),
  })
  .map((drawn) => ({ ...drawn, normals: drawn.uniforms.map(normalOf) }))

/** Inverse of the logistic approximation of the normal distribution, which is exact enough for simulated noise. */
const normalOf = (u: number) => Math.log(u / (1 - u)) / 1.702

type Table = typeof tables extends fc.Arbitrary<infer T> ? T : never

function setOf({ tests, columns, sd, normals, changes, isKnown, groups }: Table, hasChanges: boolean): PointSet {
  const value = (row: number, column: number) => {
    const at = (row * columns + column) % normals.length
    return 1000 * (hasChanges ? (changes[at] ?? 1) : 1) * Math.exp(sd * (normals[at] ?? 0))
  }
  const header = Array.from({ length: columns }, (_, column) => `${column + 1}.0`)
  const lines = Array.from({ length: tests }, (_, row) =>
    [`t${row}`, ...header.map((_, column) => String(value(row, column)))].join(' | '),
  )
  const names = Object.fromEntries(Array.from({ length: tests }, (_, row) => [`t${row}`, row % 2 ? 'odd' : 'even']))
  const set = resultsOf(['test', ...header].join(' | ').concat('\n', lines.join('\n')), groups ? { groups: names } : {})
  return isKnown ? { ...set, floors: { at: () => ({ source: 'machine', sd, degreesOfFreedom: 30 }) } } : set
}

test('counts in the header, in cells, in sentences and of rows under only-changes are equal', () => {
  fc.assert(
    fc.property(tables, fc.boolean(), (table, hasChanges) => {
      const set = setOf(table, hasChanges)
      const grid = compare(set, versions)
      const cells = allRows(grid).flatMap((row) => row.cells)
      const count = (code: string) => cells.filter(({ verdict }) => verdict?.verdict === code).length
      const counted = { worse: count('worse'), better: count('better'), same: count('same') }
      expect(grid.verdicts).toMatchObject({ ...counted, cannotTell: count('cannot-tell') })
      expect(grid.counts).toMatchObject({ worse: counted.worse, better: counted.better })
      expect(cells.filter((cell) => changeBand(cell) === 'worse').length).toBe(counted.worse)

      const marks = renderMarkdown(grid).split('▼! regression')[0] ?? ''
      expect(marks.match(/▼!/g)?.length ?? 0).toBe(counted.worse)
      expect(marks.match(/▲!/g)?.length ?? 0).toBe(counted.better)
      expect(renderHtml(grid).match(/background/g)?.length ?? 0).toBe(counted.worse + counted.better)

      const onlyChanged = { ...versions, onlyChanged: true }
      const changed = compare(set, onlyChanged)
      const changedRows = allRows(grid).filter((row) => row.cells.some(isChange))
      expect(allRows(changed).map(({ label }) => label)).toEqual(changedRows.map(({ label }) => label))
      expect(changed.verdicts).toEqual(grid.verdicts)

      for (const sentences of [sentencesOf(grid, versions), sentencesOf(grid, onlyChanged, changed)]) {
        expect(sentences.at(-1)).toContain(verdictCountWords(grid.verdicts!, grid.smallestDetectable)) // a table of two columns has verdicts
        expect(sentences.length > 1).toBe(counted.worse + counted.better > 0)
      }
    }),
    { numRuns: 150 },
  )
})

test('a sentence names only cells whose verdict is a change in the stated direction', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const grid = compare(setOf(table, true), versions)
      const { sentences } = deriveTldr(grid, versions)
      for (const { parts } of sentences.slice(0, -1)) {
        for (const part of parts) {
          if (typeof part === 'string' || part.cell === null) continue
          const { table: at, row, column } = part.cell
          const cell = rowsOf(grid.tables[at]!)[row]?.cells[column] // references are to this grid
          expect(cell?.verdict?.verdict).toBe(cell !== undefined && (cell.ratio ?? 1) < 1 ? 'worse' : 'better')
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('pure noise gives only the counts and the smallest detectable change', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const grid = compare(setOf(table, false), versions)
      fc.pre(grid.counts.worse + grid.counts.better === 0)
      const sentences = sentencesOf(grid, versions)
      expect(sentences).toHaveLength(1)
      expect(sentences[0]).toMatch(
        table.isKnown
          ? /: 0 regressions, 0 improvements, \d+ no change, \d+ inconclusive; smallest detectable change [\d.]+%\.$/
          : /: 0 regressions, 0 improvements, 0 no change, \d+ inconclusive; the noise is unknown/,
      )
    }),
    { numRuns: 150 },
  )
})

test('bands decide when verdicts are off', () => {
  const off = { ...versions, verdicts: 'off' as const }
  const grid = compare(resultsOf('test | 1.0 | 2.0\na | 100 | 90\nb | 100 | 100'), off)
  expect(grid.counts).toMatchObject({ worse: 1, better: 0 })
  expect(sentencesOf(grid, off)).toEqual(['2.0 is 10% slower than 1.0 on a.', '2.0 vs 1.0: b is within 5% (0%).'])
})
