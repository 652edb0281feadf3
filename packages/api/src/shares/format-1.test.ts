import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { figureCharts } from '@assay/domain/publish/share/figure-chart'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { expect, test } from 'vitest'
import { exportShare } from './export-share.ts'

// Shares of 2026 must stay readable, so this fixture never changes. When a field of the content changes its meaning,
// `format` is incremented and a new test is added.
const text = readFileSync(new URL('testing/format-1.txt', import.meta.url), 'utf8')
const sha256 = 'ce44f16e71e31b99c188f6a3a3f1466a900e705efbdf179aec10d23810c43ba5'
// The hash proves that createShare wrote it.
const content = JSON.parse(text) as Omit<SharedContent, 'figures'> & { figures: readonly FrozenFigure[] }

test('a share of format 1 keeps its bytes and its hash', () => {
  expect(hash('sha256', text, 'hex')).toBe(sha256)
  expect(canonicalJson(content)).toBe(text)
})

test('a share of format 1 is exported with the same text and values', () => {
  const exported = exportShare({ content, sha256 }, 'text', { origin: 'http://x', href: 'http://x/s' })
  expect(exported).toBe('Relative to: 17.6\ncol-1 : 18.0\n\ncol-1\n0.95\tpoint\n1.10\tscan\n')
  const [chart] = content.figures.flatMap(({ grid }) => figureCharts(grid))
  expect(chart?.series[0]?.points.map(({ y }) => y)).toEqual([0.95, 1.1])
  for (const format of ['csv', 'markdown', 'html', 'json'] as const) {
    expect(exportShare({ content, sha256 }, format, { origin: '', href: '' })).toContain(
      format === 'json' ? sha256 : '0.95',
    )
  }
})
