import { expect, test } from 'vitest'
import { channelsTitle } from './channels-title.ts'

const active = { pausedAt: null }
const paused = { pausedAt: '2026-11-29T12:00:00Z' }

test('the headline of channels says how many are notified and paused', () => {
  expect(channelsTitle([])).toBe('No notifications yet')
  expect(channelsTitle([active])).toBe('1 channel is notified of findings')
  expect(channelsTitle([active, active, paused])).toBe('2 channels are notified of findings, 1 is paused')
  expect(channelsTitle([paused, paused])).toBe('No channel is notified of findings, 2 are paused')
})
