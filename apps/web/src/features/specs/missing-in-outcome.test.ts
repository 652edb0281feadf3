import { expect, test } from 'vitest'
import { missingInOutcome } from './missing-in-outcome.ts'

const said = { outcome: 'built', note: 'It is there.', versions: [], goals: [{ goal: '', run: '' }] }

test('a goal without a run is told with its number and what to do', () => {
  const goals = [
    { goal: 'Fast', run: 'a' },
    { goal: 'Small', run: '' },
  ]
  expect(missingInOutcome({ ...said, goals })).toMatch(/^Goal 2 names no run\. Put in the address of the run/)
  expect(missingInOutcome({ ...said, goals: [{ goal: '', run: 'a' }] })).toMatch(/^Goal 1 has a run and no words\./)
})

test('what was abandoned says why, and what was built says where or what', () => {
  expect(missingInOutcome(said)).toBe('')
  expect(missingInOutcome({ ...said, note: '', outcome: 'abandoned' })).toMatch(/why it was abandoned/)
  expect(missingInOutcome({ ...said, note: '' })).toMatch(/^Name a version/)
  expect(missingInOutcome({ ...said, note: '', versions: ['9.0'] })).toBe('')
  expect(missingInOutcome({ ...said, note: '', outcome: 'not-built' })).toBe('')
})
