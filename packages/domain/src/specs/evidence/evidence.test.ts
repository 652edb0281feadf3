import { exampleGrid } from '@assay/testing/specs/example-evidence-grid'
import { expect, test } from 'vitest'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import type { Grid } from '../../compare/grid.ts'
import { NO_TLDR } from '../../compare/tldr/tldr.ts'
import { PLAIN_FIGURE } from '../../publish/report/figure-block.ts'
import { brokenEvidence, checkNumbers, type EvidenceFigure, evidenceChecks, withoutToday } from './evidence.ts'

const gridOf = (prefix: number | null) =>
  exampleGrid([{ key: '', columns: ['1 quicksort', '2 prefix'], rows: { int: [100, prefix], text: [10, 12] } }])

function figureOf(grid: Grid): EvidenceFigure {
  const address = { project: 'lab', kind: 'saved', slug: 'sort' } as const
  const frozen = { format: 1, title: 'Sorting', study: null, query: '', frozenAt: '2026-11-21T00:00:00Z' } as const
  return {
    ...{ number: 1, line: 5, block: 'b3', problems: [], problem: null, reproduction: { kind: 'reproduced' } },
    figure: { ...PLAIN_FIGURE, address, name: 'sort' },
    frozen: { sha256: 'x', figure: { ...frozen, comparison: DEFAULT_COMPARISON, grid, tldr: NO_TLDR, runs: [] } },
  }
}

const FIGURE = figureOf(gridOf(502))
const check = (text: string, path: string, today: Grid | null = gridOf(502)) =>
  checkNumbers([{ text, href: `figure:${path}` }], [FIGURE], () => today)[0]

test.each([
  ['5.02X', 'sort#int/2 prefix', 'agrees', 'Figure 1, int, 2 prefix: 5.02 (502 rows/s).', ''],
  [
    '5.1X',
    '1#int/2 prefix',
    'differs',
    'The text says 5.1X; Figure 1, int, 2 prefix has 5.02 (502 rows/s).',
    'figure 1 has 5.02 (502 rows/s)',
  ],
  ['the sort', 'sort', 'figure', 'Figure 1.', ''],
  ['the cell', 'sort#int/2 prefix', 'figure', 'Figure 1, int, 2 prefix: 5.02 (502 rows/s).', ''],
  ['5X', 'scan#int/2 prefix', 'unknown', 'There is no figure "scan" in this text.', 'no figure scan'],
] as const)('%s at %s: %s', (text, path, state, words, note) => {
  expect(check(text, path)).toMatchObject({ state, words, note })
})

test('the current value is checked when the frozen cell agrees', () => {
  expect(check('5.02X', 'sort#int/2 prefix', gridOf(493))).toMatchObject({
    state: 'today',
    words: "Figure 1, int, 2 prefix was frozen with 5.02 (502 rows/s); today's results say 4.93 (493 rows/s).",
    note: 'today 4.93 (493 rows/s)',
  })
  expect(check('5X', 'sort#int/2 prefix', gridOf(493))).toMatchObject({ state: 'agrees' })
  expect(check('5.02X', 'sort#int/2 prefix', gridOf(null))).toMatchObject({ state: 'gone', note: '' })
})

test('broken evidence blocks a review; differences to current results are shown before reviewers are invited', () => {
  const links = [
    { text: '5.02X', href: 'figure:sort#int/2%20prefix' },
    { text: '1.3X', href: 'figure:sort#text/2%20prefix' },
  ]
  const damaged = { ...FIGURE, number: 2, figure: null, frozen: null, reproduction: null, problem: 'its hash differs' }
  const figures = [FIGURE, damaged]
  const evidence = { figures, numbers: checkNumbers(links, figures, () => gridOf(493)) }
  const broken = [
    'Figure 2 is not shown: its hash differs.',
    'The text says 1.3X; Figure 1, text, 2 prefix has 1.20 (12 rows/s).',
  ]
  expect(brokenEvidence(evidence)).toEqual(broken)
  expect(evidenceChecks(evidence)).toEqual([
    ...broken,
    "The text says 5.02X. Figure 1, int, 2 prefix was frozen with 5.02 (502 rows/s); today's results say 4.93 (493 rows/s).",
  ])
  expect(JSON.stringify(withoutToday(evidence))).not.toContain('4.93')
})
