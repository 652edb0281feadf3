import { expect, test } from 'vitest'
import { isDuplicate } from './postgres-error.ts'

const refused = (code: string, table?: string) => Object.assign(new Error('refused'), { code, table })

test.each(['run', 'run_102008', 'run_p3', undefined])('a duplicate in %s is one in run', (table) => {
  expect(isDuplicate(refused('23505', table), 'run')).toBe(true)
})

test.each(['share', 'run_source', 'run_source_102008', 'rerun'])('a duplicate in %s is none in run', (table) => {
  expect(isDuplicate(refused('23505', table), 'run')).toBe(false)
})

test('another refusal of the table is not a unique violation', () => {
  expect(isDuplicate(refused('23503', 'run'), 'run')).toBe(false)
  expect(isDuplicate(new Error('refused'), 'run')).toBe(false)
})
