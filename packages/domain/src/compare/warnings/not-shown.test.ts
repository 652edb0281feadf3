import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { DEFAULT_COMPARISON } from '../comparison.ts'
import { renderCsv } from '../render/render-csv.ts'
import { renderHtml } from '../render/render-html.ts'
import { renderJson } from '../render/render-json.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { renderText } from '../render/render-text.ts'
import type { NotShown } from './not-shown.ts'

const NOT_SHOWN: NotShown = {
  results: { shown: 40_000, all: 960_000 },
  runs: { shown: 1_000, all: 24_000 },
  combinations: { shown: 25, all: 600 },
  dimensions: ['version', 'config'],
  shortened: 0,
  max: { results: 40_000, values: 400_000, cells: 40_000 },
  narrowBy: [{ dimension: 'version', values: 50 }],
}

test('every format of a truncated comparison has a warning', () => {
  const points = [{ runId: 'r', resultId: 's', coordinates: { test: 'scan', version: '1.0' }, values: { qps: 1 } }]
  const tests = [{ name: 'scan', group: null, order: 1, role: 'measured' as const, primaryMetric: 'qps' }]
  const grid = compare({ points, tests, metrics: [], notShown: NOT_SHOWN }, DEFAULT_COMPARISON)
  expect(JSON.parse(renderJson(grid))).toMatchObject({ notShown: NOT_SHOWN, warnings: [{ code: 'not-shown' }, {}] })
  for (const render of [renderText, renderMarkdown, renderHtml, renderCsv]) {
    expect(render(grid), render.name).toContain('Only 40,000 of 960,000 results are shown (1,000 of 24,000 runs)')
  }
})
