import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { resultsOf } from '@assay/testing/compare/results-of'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ValidityLegend } from './validity-legend.tsx'

const set = resultsOf('test | 1 | 2\na | 100 | 50')
const steal = [{ code: 'steal', text: 'The hypervisor took 3.0% of the CPU.' }]
const doubtful = {
  ...set,
  points: set.points.map((point) => (point.coordinates.version === '2' ? { ...point, footnotes: steal } : point)),
}

const legend = (points: typeof set, query = '') => {
  const { comparison } = fromQuery(query)
  const hrefTo = ({ countBadged }: typeof comparison) => (countBadged ? 'in' : 'out')
  return renderToStaticMarkup(
    <ValidityLegend comparison={comparison} grid={compare(points, comparison)} hrefTo={hrefTo} />,
  )
}

test('a table lists the flags that exclude numbers, and links to the comparison that includes them', () => {
  expect(legend(doubtful)).toContain('excluded from bands and means: steal. <a href="in" data-soft="">Include them</a>')
  expect(legend(doubtful, 'badged=in')).toContain('although steal. <a href="out" data-soft="">Exclude them</a>')
  expect(legend(set)).toBe('')
  expect(legend(set, 'badged=in')).toBe('')
})
