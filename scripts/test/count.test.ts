import { expect, test } from 'vitest'
import { add, formatCount, NOTHING, withExit } from './count.ts'

test('the last line counts skipped tests only when there are some', () => {
  expect(formatCount({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(formatCount({ passed: 12, failed: 3, skipped: 2 })).toBe('12 passed, 3 failed, 2 skipped')
})

test('counts of parts are added', () => {
  const sum = add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })
  expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 })
})

test('a part with a failing exit code has failed, also when it names no failed test', () => {
  expect(withExit(NOTHING, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(withExit({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  expect(withExit({ passed: 5, failed: 0, skipped: 0 }, 0).failed).toBe(0)
})
