import { figuresOf, problemsOf, readReportText } from '@assay/domain/publish/report/report-text'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from '../demo-comparisons.ts'
import { readDemoReports } from './demo-reports.ts'

test('every figure of the demo’s reports is a saved comparison of the demo', () => {
  const saved = new Set(DEMO_SAVED_COMPARISONS.map(({ slug }) => slug))
  for (const { slug, content } of readDemoReports()) {
    const parts = readReportText(content.text)
    expect(problemsOf(parts), slug).toEqual([])
    expect(content.tldr.split('\n').length, slug).toBeGreaterThan(2)
    expect(figuresOf(parts).length, slug).toBeGreaterThan(0)
    for (const { address } of figuresOf(parts)) {
      expect(address).toMatchObject({ project: 'demo', kind: 'saved', slug: expect.stringMatching(/./) })
      expect(address.kind === 'saved' && saved.has(address.slug), slug).toBe(true)
    }
  }
})
