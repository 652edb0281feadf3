import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { exportProblems, numbersOf, shownIn } from '@assay/testing/compare/export-problems'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './demo-comparisons.ts'
import { everyDemoResult } from './every-demo-result.ts'

// Every saved comparison of the demo has the same cells in every format, with all demo data loaded together.

const set = everyDemoResult()

test.each(DEMO_SAVED_COMPARISONS)('$slug has the same cells in every format', ({ query }) => {
  const grid = compare(set, fromQuery(query).comparison)
  expect(numbersOf(shownIn(grid)).length).toBeGreaterThan(0)
  expect(exportProblems(grid)).toEqual([])
})
