import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { exportShare } from './export-share.ts'

const { comparison } = fromQuery('columns=version&base=version:17.6')
const right = compare(resultsOf('test | 17.6 | 18.0\npoint-query | 100 | 112'), comparison)
/** Values divided by 64 although the table shows 100, which was possible before baselines were unique. */
const wrong: typeof right = JSON.parse(
  JSON.stringify(right).replace('"baseValue":100,"ratio":1.12', '"baseValue":64,"ratio":1.75'),
)

const shared = (grid: typeof right): SharedContent => {
  const figure: FrozenFigure = {
    ...{ format: 1, title: null, study: null, query: '', frozenAt: '2026-01-01T00:00:00Z', comparison, grid, runs: [] },
    tldr: { sentences: [], left: 0 },
  }
  const about = { title: 'Versions', by: 'Ann', organization: 'Lab', sharedAt: '2026-01-01T00:00:00Z' }
  return { format: 1, ...about, isMasked: false, figures: [figure], definitions: [], report: null }
}

test('every export of a share that was frozen with a wrong base has the notice and the frozen figures', () => {
  const content = shared(wrong)
  const [figure] = content.figures
  const notice = figure === undefined ? null : baseNotice(figure)
  expect(notice).toContain('1 ratio')
  for (const format of ['text', 'markdown', 'html', 'json'] as const) {
    const file = exportShare({ content, sha256: 'abc' }, format, { origin: 'http://x', href: 'http://x/s/1' })
    expect(file, format).toContain(notice)
    expect(file, format).toContain('1.75')
  }
  const {
    href: _,
    sha256,
    notices: __,
    ...rest
  } = JSON.parse(exportShare({ content, sha256: 'abc' }, 'json', { origin: '', href: '' }))
  expect([sha256, rest]).toEqual(['abc', JSON.parse(JSON.stringify(content))])
})

test('a share with the baseline that it shows has no notice', () => {
  for (const format of ['text', 'markdown', 'html', 'json'] as const) {
    const file = exportShare({ content: shared(right), sha256: 'abc' }, format, { origin: '', href: '' })
    expect(file).not.toContain('otice')
  }
})
