import { fromQuery, toQuery } from '@assay/domain/compare/comparison-url'
import { NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { Slug } from '@assay/domain/findings/notes/note-text'
import { NewSavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './demo-comparisons.ts'
import { DEMO_KNOWN_BUGS } from './demo-known-bugs.ts'

test.each(DEMO_SAVED_COMPARISONS)(
  '$slug: a comparison that parses, in its canonical form, with its source',
  ({ slug, ...comparison }) => {
    expect(Slug.safeParse(slug).success).toBe(true)
    const { query, about, source } = NewSavedComparison.parse(comparison)
    const read = fromQuery(query)
    expect(read.problems).toEqual([])
    expect(fromQuery(toQuery(read.comparison)).comparison).toEqual(read.comparison)
    expect(about).toBeTruthy()
    // Published results have the URL of their source; our own measurements have the name of their program.
    expect(source?.url ?? source?.name).toMatch(/^https:|^Measured by us: demo\/raw\//)
  },
)

test('slugs and bugs are unique', () => {
  const slugs = DEMO_SAVED_COMPARISONS.map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(slugs.length)
  const bugs = DEMO_KNOWN_BUGS.map((bug) => NewKnownBug.parse(bug)).map(({ product, bug }) => `${product} ${bug}`)
  expect(new Set(bugs).size).toBe(bugs.length)
})
