import { expect, test } from 'vitest'
import { boundaryVerdict } from './gate-boundary.ts'
import { parseGateRule, testRules } from './gate-rule.ts'

const parse = (text: string) => {
  const rule = parseGateRule(text)
  return rule.ok ? rule.value : rule.error.slice(0, text.length + 17)
}

test('a rule is `project`, a share, or a boundary with its limit', () => {
  expect(parse('project')).toEqual({ kind: 'project' })
  expect(parse('3%')).toEqual({ kind: 'share', share: 0.03 })
  expect(parse('0.1')).toEqual({ kind: 'share', share: 0.1 })
  expect(parse('t-test')).toEqual({ kind: 'boundary', method: 't-test' })
  expect(parse('percentage:0.1')).toEqual({ kind: 'boundary', method: 'percentage', limit: 0.1 })
  for (const wrong of ['', 'levels', '0', '95%', 't-test:no', '-1%'])
    expect(parse(wrong)).toContain(`${JSON.stringify(wrong)} is not a rule`)
})

const stored = (rule: object, test = '') => ({ place: { test, metric: '', hardware: '' }, rule: rule as never })
const scope = { test: 'scan', metric: 'qps', hardware: 'h' }

test('rules of the project apply by test: their smallest change, or their boundary', () => {
  const rules = testRules({ kind: 'project' }, [
    stored({ method: 'levels', minChange: 0.02 }),
    stored({ method: 't-test', limit: 0.999 }, 'scan'),
  ])
  expect(rules).toMatchObject({ minChange: 0.02, needHistory: true, words: 'changes from 5%, 2 rules of the project' })
  expect(rules.of(scope)).toEqual({ share: 0.05, boundary: { method: 't-test', limit: 0.999 } })
  expect(rules.of({ ...scope, test: 'get' })).toEqual({ share: 0.02, boundary: null })
})

test('without rules changes count from 5% on, and verdicts decide', () => {
  const rules = testRules({ kind: 'project' }, [])
  expect(rules).toMatchObject({ minChange: 0.05, needHistory: false })
  expect(rules.of(scope)).toEqual({ share: 0.05, boundary: null })
})

test('a value outside a boundary is a regression or an improvement by the direction of the metric; a short history is inconclusive', () => {
  const verdictOf = (value: number, better: 'higher' | 'lower' = 'higher', history = [100, 101, 99]) =>
    boundaryVerdict({ method: 'percentage', limit: 0.05 }, history, { value, better })
  expect([verdictOf(94), verdictOf(96), verdictOf(106), verdictOf(94, 'lower'), verdictOf(106, 'lower')]).toEqual([
    'regression',
    'no change',
    'improvement',
    'improvement',
    'regression',
  ])
  expect(verdictOf(50, 'higher', [])).toBe('inconclusive')
  expect(boundaryVerdict({ method: 'percentage', minChange: 0.1 }, [100], { value: 93, better: 'higher' })).toBe(
    'no change',
  )
})
