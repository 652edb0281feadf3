import { expect, test } from 'vitest'
import { describeChanges } from './describe-changes.ts'

test('changes are counted in singular and plural', () => {
  expect(describeChanges({})).toBe('')
  expect(describeChanges({ unknown: 3 })).toBe('')
  expect(describeChanges({ 'run-stored': 1200, finding: 1 })).toBe('1,200 new runs, 1 new finding')
  expect(describeChanges({ 'spec-comment': 1, 'spec-revision': 1 })).toBe('1 new revision, 1 new comment')
})
