import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import type { Point } from '../../compare/point.ts'
import { gateOf } from './gate.ts'
import { gateMarkdown } from './gate-markdown.ts'

/** Creates repeats with a spread of about 1% around each value, or a single run. */
function gate(tests: Record<string, number>, repeats = 6) {
  const spread = [0.99, 1.01, 1, 1.005, 0.995, 1.002]
  const points = Object.entries(tests).flatMap(([name, ratio]) =>
    [
      ['base', 100],
      ['candidate', 100 * ratio],
    ].flatMap(([version, qps]) =>
      Array.from({ length: repeats }, (_, at): Point => {
        const coordinates = {
          version: String(version),
          test: name,
          repeat: String(at + 1),
          hardware: 'h',
          benchmark: 'b',
        }
        const id = `${version} ${name} ${at}`
        return { runId: id, resultId: id, coordinates, values: { qps: Number(qps) * (spread[at] ?? 1) } }
      }),
    ),
  )
  return gateOf(
    compare(
      {
        points,
        tests: Object.keys(tests).map((name, order) => ({
          name,
          group: null,
          order,
          role: 'measured',
          primaryMetric: 'qps',
        })),
        metrics: [{ name: 'qps', unit: '', better: 'higher', about: '' }],
      },
      { ...DEFAULT_COMPARISON, columns: ['version'], base: { kind: 'values', values: { version: 'base' } } },
    ),
  )
}

test('one significant regression fails the gate, regardless of improvements', () => {
  const result = gate({ scan: 0.85, insert: 1.3, update: 1 })
  expect(result).toMatchObject({ verdict: 'regression', exitCode: 1, compared: 3 })
  expect(result.rows.map(({ row, said }) => `${row} ${said}`)).toEqual(['scan worse', 'insert better'])
})

test('improvements and unchanged tests pass', () => {
  expect(gate({ scan: 1.2, insert: 1 })).toMatchObject({ verdict: 'pass', exitCode: 0 })
})

test('a lower value with unknown noise is inconclusive, as is an empty comparison', () => {
  expect(gate({ scan: 0.85 }, 1)).toMatchObject({ verdict: 'inconclusive', exitCode: 2, judged: 0 })
  expect(gate({})).toMatchObject({ verdict: 'inconclusive', compared: 0 })
})

test('the table for a pull request lists the worst first, and names are escaped', () => {
  const text = gateMarkdown(gate({ 'a|b': 0.7, c: 0.85 }), { base: '17.6', candidate: 'main <script>' })
  expect(text).toContain('**Regression.** main \\<script\\> vs 17.6: 2 regressions')
  expect(text.split('\n').filter((line) => line.startsWith('| a\\|b | 0.70'))).toHaveLength(1)
})
