import { expect, test } from 'vitest'
import { type CommentFacts, passesFilter } from './comment-facts.ts'

const ALL = { kind: 'all', section: '', reviewer: '' }
const facts: CommentFacts = { status: 'promised', isUnanswered: false, isMine: true, section: 'Goals', reviewer: 'Ann' }

test('a comment passes the filters that it meets, and only those', () => {
  expect(passesFilter(facts, ALL)).toBe(true)
  expect(passesFilter(facts, { ...ALL, kind: 'promised' })).toBe(true)
  expect(passesFilter(facts, { ...ALL, kind: 'open' })).toBe(false)
  expect(passesFilter(facts, { ...ALL, kind: 'unanswered' })).toBe(false)
  expect(passesFilter(facts, { ...ALL, kind: 'mine', section: 'Goals', reviewer: 'Ann' })).toBe(true)
  expect(passesFilter(facts, { ...ALL, kind: 'mine', section: 'Costs' })).toBe(false)
  expect(passesFilter(facts, { ...ALL, reviewer: 'Bob' })).toBe(false)
})
