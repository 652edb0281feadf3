import { expect, test } from 'vitest'
import { parseFirstVisit } from './first-visit-cookie.ts'
import { stopAt, stopsOf } from './stops.ts'

test('there are five stops, each is found at its page, and no other page is one', () => {
  const stops = stopsOf('demo')
  expect(stops).toHaveLength(5)
  for (const [index, { path }] of stops.entries()) expect(stopAt(stops, path)).toBe(index)
  expect(stopAt(stops, '/p/demo/runs')).toBe(-1)
})

test('a cookie with another value is not a state', () => {
  expect(['started', 'dismissed', 'x', '', undefined].map(parseFirstVisit)).toEqual([
    'started',
    'dismissed',
    null,
    null,
    null,
  ])
})
