import { expect, test } from 'vitest'
import { halfAGoal } from './half-a-goal.ts'

const WHOLE = { goal: 'Fast', run: 'a' }

test('a goal without a run, and a run without a goal, are told with their number and what to do', () => {
  expect(halfAGoal([WHOLE, { goal: 'Small', run: '' }])).toMatch(/^Goal 2 names no run\. Put in the address of the run/)
  expect(halfAGoal([{ goal: '', run: 'a' }])).toMatch(/^Goal 1 has a run and no words\./)
  expect(halfAGoal([WHOLE, { goal: '', run: '' }])).toBe('')
})
