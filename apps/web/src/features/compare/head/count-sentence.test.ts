import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { expect, test } from 'vitest'
import { arithmeticSentence, countSentence } from './count-sentence.ts'

const grid = (counts: Partial<Grid['counts']>, show: Grid['show'] = 'relative') =>
  ({
    show,
    verdicts: null,
    counts: { rows: 0, columns: 0, cells: 264, missing: 0, worse: 0, better: 0, hiddenRows: 0, ...counts },
  }) as Grid // The tests read only these fields.

test('the counts are formatted as a sentence', () => {
  expect(countSentence(grid({ better: 31, worse: 12, missing: 4 }))).toBe('264 cells: 31 better, 12 worse, 4 missing.')
})

test('a table without bands counts only its cells', () => {
  expect(countSentence(grid({ cells: 1 }, 'absolute'))).toBe('1 cell.')
})

test('hidden rows are counted', () => {
  expect(countSentence(grid({ hiddenRows: 1 }))).toBe('264 cells: 0 better, 0 worse. 1 row without a change hidden.')
})

test('published arithmetic is mentioned', () => {
  expect(arithmeticSentence(DEFAULT_COMPARISON)).toBe('Median of repeats; ratios of unrounded values')
  expect(arithmeticSentence({ ...DEFAULT_COMPARISON, asPublished: true, repeats: 'min' })).toMatch(
    /^Lowest of repeats; as published/,
  )
})
