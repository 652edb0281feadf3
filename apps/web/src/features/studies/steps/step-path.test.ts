import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { expect, test } from 'vitest'
import { stepPath } from './step-path.ts'

test('the step is added to the address of the page', () => {
  const narrowed = { ...DEFAULT_COMPARISON, filters: { version: ['9.5.0'] } }
  expect(stepPath('demo', narrowed, 'l.i0')).toBe('/p/demo/studies/steps?version=9.5.0&step=l.i0#step')
  expect(stepPath('demo', DEFAULT_COMPARISON, 'q&a')).toMatch(/studies\/steps\?.*step=q%26a#step$/)
})
