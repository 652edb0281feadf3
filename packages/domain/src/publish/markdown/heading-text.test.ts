import { expect, test } from 'vitest'
import { headingText } from './heading-text.ts'

test.each([
  ['# Title', 'Title'],
  ['   ## Title ##', 'Title'],
  ['###\tTitle  # ', 'Title'],
  ['# C#', 'C#'],
  ['# ', ''],
  ['## ##', ''],
  ['#Title', null],
  ['    # Title', null],
  ['####### Title', null],
  ['Title', null],
])('%j has the heading %j', (line, heading) => {
  expect(headingText(line)).toBe(heading)
})
