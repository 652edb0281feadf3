import { expect, test } from 'vitest'
import { minutesToRead, sectionNumbers, sectionOf } from './outline.ts'

const outline = (...depths: number[]) => depths.map((depth, at) => ({ id: `b${at}`, depth, text: `Heading ${at}` }))

test('sections are numbered by their depth, also when a level is skipped', () => {
  expect(sectionNumbers(outline(1, 2, 2, 1, 3, 2))).toEqual(['1', '1.1', '1.2', '2', '2.0.1', '2.1'])
  expect(sectionNumbers([])).toEqual([])
})

test('an author who numbers sections gets no second number', () => {
  expect(sectionNumbers([{ id: 'b1', depth: 1, text: '1. Goals' }, ...outline(1)])).toEqual([])
})

test('the time to read counts words of prose', () => {
  const paragraph = { kind: 'paragraph' as const, text: 'word '.repeat(440) }
  expect(minutesToRead([paragraph])).toBe(2)
  expect(minutesToRead([paragraph, { kind: 'figure', text: 'word '.repeat(9_000) }])).toBe(2)
  expect(minutesToRead([])).toBe(1)
})

test('a block is in the section of the last heading before it', () => {
  const blocks = [
    { id: 'b1', kind: 'paragraph' as const },
    { id: 'b2', kind: 'heading' as const },
    { id: 'b3', kind: 'paragraph' as const },
  ]
  expect(['b1', 'b2', 'b3', 'b9'].map((id) => sectionOf(blocks, id))).toEqual([null, 'b2', 'b2', null])
})
