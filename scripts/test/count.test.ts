import { expect, test } from 'vitest'
import { add, countCheck, formatCount, NOTHING, withExit } from './count.ts'

test('the last line counts skipped tests only when there are some', () => {
  expect(formatCount({ ...NOTHING, passed: 12 })).toBe('12 passed, 0 failed')
  expect(formatCount({ ...NOTHING, passed: 12, failed: 3, skipped: 2 })).toBe('12 passed, 3 failed, 2 skipped')
})

test('the failures are listed just before the last line', () => {
  const count = add(countCheck('types: apps/web', false), countCheck('lint: glossary', true))
  expect(formatCount(count)).toBe('Failed:\n  types: apps/web\n\n1 passed, 1 failed')
})

test('counts of parts are added', () => {
  const sum = add(
    { passed: 1, failed: 2, skipped: 3, failures: ['a', 'b'] },
    { passed: 10, failed: 20, skipped: 30, failures: ['c'] },
  )
  expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33, failures: ['a', 'b', 'c'] })
})

test('a part with a failing exit code has failed, also when it names no failed test', () => {
  expect(withExit('unit', NOTHING, 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(withExit('unit', NOTHING, 1).failures).toEqual(['unit: exit code 1 without a failed test'])
  expect(withExit('unit', { ...NOTHING, passed: 5, failed: 2 }, 1).failed).toBe(2)
  expect(withExit('unit', { ...NOTHING, passed: 5 }, 0).failed).toBe(0)
})
