import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { drawingsOf } from '@assay/charts/export/named-drawings'
import { cellText } from '@assay/domain/compare/studies/pages/fact-table'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { factsOf, figureElements, gridsOf } from '@assay/domain/publish/share/figure-elements'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { expect, test } from 'vitest'
import { exportShare } from './export-share.ts'

// Study pages that were shared in 2026 must stay readable, so this fixture never changes. It has every kind of section;
// when one changes its meaning, `format` is incremented and a new test is added.
const text = readFileSync(new URL('testing/format-2.txt', import.meta.url), 'utf8')
const sha256 = '071a526de1b211f5757dccef6045ed647dfac959425281d334589604259717fe'
// The hash proves that createShare wrote it.
const content = JSON.parse(text) as SharedContent

test('a share of format 2 keeps its bytes and its hash', () => {
  expect(hash('sha256', text, 'hex')).toBe(sha256)
  expect(canonicalJson(content)).toBe(text)
})

test('tables and charts of a share of format 2 keep their text', () => {
  const [figure] = content.figures
  if (figure === undefined) throw new Error('it has a figure')
  const parts = figureElements(figure)
  const [facts] = factsOf(parts)
  expect(
    facts?.groups.map(({ name, rows }) => [name, ...rows.map(({ cells }) => cells.map(cellText).join(' '))]),
  ).toEqual([
    ['more than 6.7 times: 1 test', 'point  100 700 7.00 88%'],
    ['1.7 to 3.3 times: 1 test', 'scan  50 150 3.00 38%'],
  ])
  expect(gridsOf(parts).map(({ name }) => name)).toEqual(['All numbers|', '|point'])
  const [bars, flame] = drawingsOf(parts)
  expect(bars?.shapes.boxes.map(({ width }) => Math.round(width))).toEqual([376, 161])
  expect(flame?.shapes.boxes.map(({ width }) => Math.round(width))).toEqual([696, 417])
})

test('exported files of a share of format 2 keep their text', () => {
  const exported = exportShare({ content, sha256 }, 'text', { origin: 'http://x', href: 'http://x/s' })
  expect(exported).toContain('Of hardware dell32.\n\nRuns differ in kernel.\n\nPostgres 17.6\n\nFrom 1 to 8 clients')
  expect(exported).toContain('Relative to: 1 client\ncol-1 : 8 clients\n\ncol-1\n7.00\tpoint\n3.00\tscan\n')
  expect(exported).toContain('col-1 : qps\n\ncol-1\n100.0\t1\n700.0\t8\n')
  expect(exported).toContain(
    'Nothing. Upload some.\n\nFlame graph of scan. 10 samples.\nfunction\tpercent\nall\t100.00',
  )
  for (const format of ['csv', 'markdown', 'html', 'json'] as const) {
    const file = exportShare({ content, sha256 }, format, { origin: '', href: '' })
    for (const text of ['88%', '7.00', 'dell32'].slice(0, format === 'csv' ? 2 : 3)) expect(file).toContain(text)
  }
})
