import { expect, test } from 'vitest'
import { bylineOf } from './byline.ts'

test('a byline names the author and the organization, without duplicates', () => {
  expect(bylineOf({ by: 'Olga Owner', organization: 'Lab' })).toBe('Olga Owner of Lab')
  expect(bylineOf({ by: 'Assay', organization: 'assay' })).toBe('Assay')
  expect(bylineOf({ by: 'Olga Owner', organization: '' })).toBe('Olga Owner')
})
