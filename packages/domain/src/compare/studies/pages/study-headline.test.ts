import { expect, test } from 'vitest'
import { fromQuery } from '../../comparison-url.ts'
import { studyHeadline } from './study-headline.ts'

const { comparison } = fromQuery('product=MySQL&hardware=pn53&workload=cached')

test('the headline of a study is its answer', () => {
  const headline = 'MySQL 9.5.0 vs 5.6.51 on pn53: no step slower'
  expect(studyHeadline({ title: 'Steps', headline, comparison })).toBe(headline)
})

test('a study without an answer names what it is about', () => {
  expect(studyHeadline({ title: 'Steps', headline: null, comparison })).toBe('Steps: MySQL on pn53 (cached)')
  expect(studyHeadline({ title: 'Steps', comparison: fromQuery('').comparison })).toBe('Steps')
})
