import { SpecAction } from '@assay/domain/specs/actions/actions'
import { NewSpecInput } from '@assay/domain/specs/spec-content'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { parseInput } from './parse-input.ts'

function issueOf(schema: z.ZodType, input: unknown): string {
  const read = parseInput(schema, input)
  return read.ok ? 'fits' : read.error.detail.replace(' Nothing was stored.', '')
}

test.each([
  [{}, '/kind: must be one of schedule, postpone, name-scribe'],
  [{ kind: 'withdraw' }, '/reason: is missing.'],
  [{ kind: 'withdraw', reason: ' ' }, '/reason: is empty.'],
  [{ kind: 'withdraw', reason: 'x'.repeat(2_001) }, '/reason: is longer than 2000 characters.'],
  [{ kind: 'withdraw', reason: 5 }, '/reason: must be a text.'],
  [{ kind: 'hold', now: true }, '/now: unknown field "now".'],
  [{ kind: 'mark', outcome: 'done' }, '/outcome: must be one of not-built, built, abandoned.'],
  [{ kind: 'mark', outcome: 'built', note: 'x'.repeat(2_001) }, '/note: is longer than 2000 characters.'],
  [{ kind: 'mark', outcome: 'built', runs: [{ id: '', goal: 'fast', met: true }] }, '/runs/0/id: is empty; '],
  [{ kind: 'confirm', feedback: 0 }, '/feedback: must be 1 at least.'],
  [{ kind: 'confirm', feedback: 1.5 }, '/feedback: must be a whole number.'],
  [
    { kind: 'schedule', meetingAt: '2030-01-01T10:00:00Z', timeZone: 'Mars/Base', place: 'Room 1' },
    '/timeZone: is not a time zone; name one such as Europe/Vienna or UTC.',
  ],
  [{ kind: 'postpone', meetingAt: 'tomorrow' }, '/meetingAt: must be a time with its zone, such as'],
  [{ kind: 'invite', who: { key: 'name:v', name: 'V' }, email: 'nix' }, '/email: must be an e-mail address.'],
])('%j is refused in words', (action, words) => {
  expect(issueOf(SpecAction, action)).toContain(words)
})

test('the error for a text that is not an object names the input', () => {
  expect(issueOf(NewSpecInput, 'x')).toBe('the input: must be an object.')
})
