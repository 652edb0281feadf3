import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { fromQuery } from '../../compare/comparison-url.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import { reproduceFigure } from './reproduce-figure.ts'

const { comparison } = fromQuery('columns=version&base=version:17.6')
const gridOf = (table: string) => compare(resultsOf(table), comparison)
const frozen = gridOf(`
  test  | 17.6 | 18.0
  point | 1000 | 950
  scan  | 10   | 11`)

test('an unchanged grid reproduces', () => {
  expect(reproduceFigure(JSON.parse(canonicalJson(frozen)), frozen)).toEqual({ kind: 'reproduced' })
})

test('different current numbers are reported by their largest difference', () => {
  const today = gridOf(`
    test  | 17.6 | 18.0 | 18.1
    point | 1000 | 930  | 7
    scan  | 10   | 11.1 | 7`)
  expect(reproduceFigure(frozen, today)).toEqual({ kind: 'differs', cells: 2, frozen: '0.95', today: '0.93' })
})

test('deleted runs are reported as gone', () => {
  const today = gridOf(`
    test  | 17.6 | 18.0
    point | 1000 | 950`)
  expect(reproduceFigure(frozen, today)).toEqual({ kind: 'gone', cells: 2 })
})

test('shown values are compared, even when both sides changed by the same ratio', () => {
  const slower = `
    test  | 17.6 | 18.0
    point | 900  | 855
    scan  | 9    | 9.9`
  const shown = (show: 'absolute' | 'both' | 'relative') => {
    const requested = { ...comparison, show }
    const now = compare(resultsOf(slower), requested)
    return reproduceFigure({ ...frozen, show }, now).kind
  }
  expect(shown('relative')).toBe('reproduced')
  expect(shown('absolute')).toBe('differs')
  expect(shown('both')).toBe('differs')
})

test('a ratio keeps its divisor when another column becomes the first', () => {
  const byDefault = fromQuery('columns=version').comparison
  const gridOf = (table: string) => compare(resultsOf(table), byDefault)
  const frozen = gridOf(`
    test  | 17.6 | 18.0
    point | 1000 | 950`)
  const older = (base: string) =>
    gridOf(`
    test  | 16.1 | 17.6    | 18.0
    point | 500  | ${base} | 950`)
  expect(reproduceFigure(frozen, older('1000'))).toEqual({ kind: 'reproduced' })
  expect(reproduceFigure(frozen, older('1900'))).toEqual({ kind: 'differs', cells: 1, frozen: '0.95', today: '0.50' })
  const withoutBase = gridOf(`
    test  | 18.0
    point | 950`)
  expect(reproduceFigure(frozen, withoutBase)).toEqual({ kind: 'gone', cells: 2 })
})

test('a ratio is gone with its base, even if the base is in no cell of the figure', () => {
  const hidden = fromQuery('columns=version&base=version:17.6&version=18.0').comparison
  const both = resultsOf(`
    test  | 17.6 | 18.0
    point | 1000 | 950`)
  const alone = resultsOf(`
    test  | 18.0
    point | 950`)
  expect(reproduceFigure(compare(both, hidden), compare(both, hidden))).toEqual({ kind: 'reproduced' })
  expect(reproduceFigure(compare(both, hidden), compare(alone, hidden))).toEqual({ kind: 'gone', cells: 1 })
})
