import { expect, test } from 'vitest'
import type { SpecSummary } from '../../trpc/api-types.ts'
import { filterSpecs, NO_FILTER, readSpecFilter } from './filter-specs.ts'

const spec = (number: number, over: Partial<SpecSummary>): SpecSummary => ({
  ...{ id: `${number}`, kind: 'functional', number, title: 'Sums', state: 'resolved', readers: [], revision: 1 },
  ...{ owner: { key: 'person:a', name: 'Ann' }, coAuthors: [], parent: null, meetingAt: null, commentsUntil: null },
  ...{ rounds: 1, feedback: 0, open: 0, outcome: null, met: 0, missed: 0, successor: null, products: [] },
  ...{ updatedAt: '2026-03-01T00:00:00Z', ...over },
})
const SPECS = [
  spec(1, { outcome: 'built', products: ['MySQL', 'Postgres'] }),
  spec(2, { owner: { key: 'person:b', name: 'Bea' }, updatedAt: '2026-04-01T00:00:00Z' }),
  spec(3, { state: 'draft' }),
]
const shown = (query: string) =>
  filterSpecs(SPECS, readSpecFilter(new URLSearchParams(query))).map(({ number }) => number)

test('specs are filtered by state, owner, product, outcome and date, together', () => {
  expect(filterSpecs(SPECS, NO_FILTER)).toEqual(SPECS)
  expect(shown('state=resolved')).toEqual([1, 2])
  expect(shown('owner=Bea')).toEqual([2])
  expect(shown('product=Postgres')).toEqual([1])
  expect(shown('product=Postgres&outcome=abandoned')).toEqual([])
  expect(shown('outcome=built&state=resolved')).toEqual([1])
  expect(shown('since=2026-03-15')).toEqual([2])
  expect(shown('since=2026-03-15&owner=Ann')).toEqual([])
  expect(shown('since=soon')).toEqual([1, 2, 3])
})
