import { expect, test } from 'vitest'
import { describeSpecSteps } from './spec-notification.ts'

test('many changes become a few sentences, one for each person and kind', () => {
  const texts = describeSpecSteps([
    { by: 'Carl', kind: 'give' },
    { by: 'Carl', kind: 'give' },
    { by: 'Olga', kind: 'answer', feedback: 1, answer: 'no-thank-you' },
    { by: 'Olga', kind: 'revise', note: 'rounds once' },
    { by: 'Olga', kind: 'answer', feedback: 2, answer: 'no-thank-you' },
    { by: 'Rita', kind: 'answer', feedback: 3, answer: 'withdrawn' },
    { by: 'Carl', kind: 'say', feedback: 1, content: false },
    { by: 'Olga', kind: 'resolve' },
  ])
  expect(texts).toEqual([
    'Carl added 2 comments.',
    'Olga answered F-1, F-2: no thank you.',
    'Olga stored a revision: rounds once.',
    'Rita withdrew F-3.',
    'Carl still disagrees with the response to F-1.',
    'Olga resolved it.',
  ])
})
