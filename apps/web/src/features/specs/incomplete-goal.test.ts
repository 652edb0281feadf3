import { expect, test } from 'vitest'
import { incompleteGoal } from './incomplete-goal.ts'

const WHOLE = { goal: 'Fast', run: 'a' }

test('a goal without a run, and a run without a goal, are reported with number and next step', () => {
  expect(incompleteGoal([WHOLE, { goal: 'Small', run: '' }])).toMatch(
    /^Goal 2 has no run\. Enter the address of the run/,
  )
  expect(incompleteGoal([{ goal: '', run: 'a' }])).toMatch(/^Goal 1 has a run and no text\./)
  expect(incompleteGoal([WHOLE, { goal: '', run: '' }])).toBe('')
})
