import { expect, test } from 'vitest'
import { machineCalendars } from './machine-calendar.ts'
import type { RunAttempt, Runner, RunRequest } from './run-request.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const at = (minutes: number) => new Date(NOW + 60_000 * minutes).toISOString()

const runner = (name: string, labels: string[] = []): Runner => ({
  ...{ name, kind: 'machine', hardware: name, labels, capabilities: {}, version: null, isOnline: true },
  commands: [{ name: 'bench', description: '', parameters: [] }],
  ...{ registeredAt: at(-60), seenAt: at(0) },
})
let count = 0
const request = (more: Partial<RunRequest> = {}): RunRequest => ({
  ...{ id: `request-${count}`, planId: null, position: 0, command: 'bench', parameters: {}, labels: [], runner: null },
  ...{ state: 'waiting', maxAttempts: 10, estimateSeconds: 600, requestedBy: 'a', queuedAt: at(-30 + count++) },
  ...{ finishedAt: null, attempts: [], ...more },
})
const running = (name: string, minutes: number): RunAttempt => ({
  ...{ id: 'a', number: 1, runner: name, state: 'running', outcome: null, exitCode: null, reason: null, runIds: [] },
  ...{ leasedAt: at(minutes), heartbeatAt: at(0), expiresAt: at(1), finishedAt: null },
})
const planned = (calendars: ReturnType<typeof machineCalendars>) =>
  calendars.map(({ runner: name, entries }) => [
    name,
    ...entries.map(({ from, to }) => [(from - NOW) / 60_000, to && (to - NOW) / 60_000]),
  ])

test('waiting requests are planned after running ones, on the machine that is free first', () => {
  const requests = [
    request({ state: 'leased', attempts: [running('a', -4)] }),
    request(),
    request(),
    request({ runner: 'a' }),
  ]
  expect(planned(machineCalendars([runner('a'), runner('b')], requests, NOW))).toEqual([
    ['a', [-4, 6], [6, 16], [16, 26]],
    ['b', [0, 10]],
  ])
})

test('a request that no machine can execute is in no calendar, and an unknown duration has no end', () => {
  const requests = [request({ labels: ['nvme'] }), request({ estimateSeconds: null }), request()]
  expect(planned(machineCalendars([runner('a')], requests, NOW))).toEqual([['a', [0, null], [0, 10]]])
})

test('attempts of a runner that was removed stay', () => {
  const lost = { ...running('old', -9), state: 'lost' as const, finishedAt: at(-5) }
  expect(planned(machineCalendars([], [request({ state: 'finished', attempts: [lost] })], NOW))).toEqual([
    ['old', [-9, -5]],
  ])
})
