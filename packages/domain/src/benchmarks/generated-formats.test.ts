import { GENERATED_COMPANION_FORMATS } from '@assay/testing/benchmarks/generated-companion-files'
import { GENERATED_FORMATS } from '@assay/testing/benchmarks/generated-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe.each([...GENERATED_FORMATS, ...GENERATED_COMPANION_FORMATS])('$name', ({ parse, valid, violations }) => {
  test('a consistent report is not refused', () => {
    fc.assert(
      fc.property(valid, (text) => {
        const { value, problems, failure } = parse(text, 'f')
        expect([problems, failure]).toEqual([[], undefined])
        expect(value).not.toBeNull()
      }),
    )
  })

  test.each(violations)('$name refuses the run, with file and line', ({ change, line }) => {
    fc.assert(
      fc.property(valid, (text) => {
        const changed = change(text)
        expect(changed).not.toBe(text)
        const refusals = parse(changed, 'f').problems.filter(({ refusesRun }) => refusesRun)
        const lines = changed.split('\n')
        expect(refusals.map(({ file }) => file)).toContain('f')
        expect(refusals.some((problem) => line.test(lines[(problem.line ?? 0) - 1] ?? ''))).toBe(true)
      }),
    )
  })
})
