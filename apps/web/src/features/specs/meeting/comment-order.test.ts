import { expect, test } from 'vitest'
import { currentComment, neighborOf, nextOpen } from './comment-order.ts'
import type { MeetingComment } from './prepare-meeting.ts'

/** Comments by number: `open`, `answered` but still open, or `closed`. */
const comments = (['closed', 'open', 'answered', 'open'] as const).map(
  (state, index): MeetingComment =>
    ({
      number: index + 1,
      isOpen: state !== 'closed',
      last: state === 'answered' ? { kind: 'good-point', text: 'Yes', draft: true } : null,
    }) as MeetingComment, // The order depends on these fields only.
)
const [closed, open, , lastOpen] = comments

test('the meeting begins with the first open comment, and stays at the chosen one', () => {
  expect(currentComment(comments, null)).toBe(open)
  expect(currentComment(comments, 1)).toBe(closed)
  expect(currentComment(comments, 99)).toBe(open)
  expect(currentComment([], null)).toBeUndefined()
})

test('the keys stop at both ends', () => {
  expect(neighborOf(comments, open, 1)).toBe(3)
  expect(neighborOf(comments, lastOpen, 1)).toBe(4)
  expect(neighborOf(comments, closed, -1)).toBe(1)
  expect(neighborOf([], undefined, 1)).toBeUndefined()
})

test('after a response comes the next open comment without one, from the beginning after the last', () => {
  expect(open && nextOpen(comments, open)).toBe(4)
  expect(lastOpen && nextOpen(comments, lastOpen)).toBe(2)
  expect(closed && nextOpen([closed], closed)).toBe(1)
})
