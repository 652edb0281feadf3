import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import type { PointSet } from '@assay/domain/compare/point'
import { renderText } from '@assay/domain/compare/render/render-text'
import { invariant } from '@assay/domain/result'
import { resultsOf } from './results-of.ts'

/** Results of three servers; the configs of both versions differ. */
export const POSTGRES_RESULTS = resultsOf(
  `
  test        | 17.6 x10a | 18.0 x10b | 18.0 x10c
  hot-points  | 1000      | 950       | 1060
  read-only   | 500       | 505       | 400
  scan        | 200       | 196       | -
  `,
  { groups: { 'hot-points': 'point queries', 'read-only': 'aggregation', scan: 'aggregation' } },
)

/** The grid of a query. Columns are version and config if the query names none. */
export function gridOfQuery(set: PointSet, query: string): Grid {
  const { comparison, problems } = fromQuery(query)
  invariant(problems.length === 0, `the query is valid: ${problems.join(' ')}`)
  return compare(set, query.includes('columns=') ? comparison : { ...comparison, columns: ['version', 'config'] })
}

/** Lines of the text table without warnings. */
export const linesOfQuery = (set: PointSet, query: string): string[] =>
  renderText({ ...gridOfQuery(set, query), warnings: [] })
    .trimEnd()
    .split('\n')

export const warningsOfQuery = (set: PointSet, query: string): string[] =>
  gridOfQuery(set, query).warnings.map(({ text }) => text)
