import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { SpecAction } from './actions/actions.ts'
import type { By } from './actions/permissions.ts'
import { refusalText } from './actions/refusal.ts'
import { transition } from './actions/transition.ts'
import { appendixOf } from './appendix/appendix.ts'
import { statusOf } from './feedback.ts'
import { isMentioned, mentions } from './mentions.ts'
import { newSpec, type Spec, WHOLE } from './spec.ts'
import { threadLength } from './thread.ts'

const person = (name: string, role: By['role']): By => ({ person: { key: `person:${name}`, name }, role })
const OLGA = person('Olga', 'author')
const VIC = person('Vic', 'viewer')
const ANN = person('Ann', 'viewer')
const STRANGER = person('Eve', 'none')

const NOW = new Date('2026-11-23T10:00:00Z')

const attempt = (spec: Spec, by: By, action: object, now = NOW) =>
  transition(spec, SpecAction.parse(action), by, { now, anchor: WHOLE })
const done = (spec: Spec, by: By, action: object, now = NOW) => unwrap(attempt(spec, by, action, now))
const refusal = (spec: Spec, by: By, action: object) => {
  const answer = attempt(spec, by, action)
  return answer.ok ? null : refusalText(answer.error)
}

const empty = newSpec({
  kind: 'functional',
  number: 1,
  title: 'Sums',
  owner: OLGA.person,
  parent: null,
  baseRevision: null,
})
const commented = done(empty, VIC, { kind: 'give', body: 'Is it slow?', anchor: { kind: 'whole' }, revision: 1 })
const first = ({ feedback }: Spec) => feedback[0]!

test('reviewers and authors reply, others second, and everything is in the appendix', () => {
  let spec = done(commented, ANN, { kind: 'reply', feedback: 1, text: 'With *four* threads.' })
  spec = done(spec, OLGA, { kind: 'reply', feedback: 1, text: 'I measure it, @Vic.' })
  spec = done(spec, ANN, { kind: 'second', feedback: 1 })
  expect(refusal(spec, ANN, { kind: 'second', feedback: 1 })).toMatch('already')
  expect(refusal(spec, VIC, { kind: 'second', feedback: 1 })).toMatch('your own')
  expect(refusal(spec, STRANGER, { kind: 'reply', feedback: 1, text: 'Hello.' })).toMatch('Members of the project')
  const [item] = appendixOf(spec).sections.flatMap(({ items }) => items)
  expect(item?.thread.map(({ before, text }) => before + text)).toEqual([
    'Seconded by Ann (2026-11-23 10:00 UTC).',
    'Ann replied (2026-11-23 10:00 UTC): With *four* threads.',
    'Olga replied (2026-11-23 10:00 UTC): I measure it, @Vic.',
  ])
  expect(spec.feedback.map((one) => [isMentioned(one, VIC.person), isMentioned(one, ANN.person)])).toEqual([
    [true, false],
  ])
})

test('only its writer changes a text, and the earlier one stays', () => {
  let spec = done(commented, VIC, { kind: 'edit-text', feedback: 1, text: 'Is it slower?' })
  expect(refusal(spec, ANN, { kind: 'edit-text', feedback: 1, text: 'It is fine.' })).toMatch('Only its writer')
  expect(first(spec)).toMatchObject({ body: 'Is it slower?', earlierBodies: [{ text: 'Is it slow?' }] })
  spec = done(spec, ANN, { kind: 'reply', feedback: 1, text: 'Wiht four.' })
  spec = done(spec, ANN, { kind: 'edit-text', feedback: 1, reply: 1, text: 'With four.' })
  expect(refusal(spec, VIC, { kind: 'edit-text', feedback: 1, reply: 1, text: 'With two.' })).toMatch('Only its writer')
  expect(first(spec).replies).toMatchObject([{ text: 'With four.', earlier: [{ text: 'Wiht four.' }] }])
})

test('a reopened comment needs another response, and the earlier response stays', () => {
  let spec = done(commented, OLGA, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'Measured.' })
  expect(statusOf(first(spec))).toBe('closed')
  spec = done(spec, ANN, { kind: 'reopen-comment', feedback: 1, reason: 'Not with threads.' })
  expect(statusOf(first(spec))).toBe('open')
  expect(refusal(spec, ANN, { kind: 'reopen-comment', feedback: 1, reason: 'Again.' })).toMatch('open already')
  expect(first(spec).responses).toHaveLength(1)
  expect(appendixOf(spec).summary).toBe('1 comment: 1 × open.')
  spec = done(spec, OLGA, { kind: 'answer', feedback: 1, answer: 'good-point-but', workaround: 'One thread.' })
  expect(statusOf(first(spec))).toBe('closed')
})

test('a response to a discussion that went on is refused, and stored when it was read', () => {
  const seen = threadLength(first(commented))
  const answer = { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'Measured.' }
  const spec = done(commented, OLGA, { ...answer, reason: 'No time.', seen })
  expect(refusal(spec, OLGA, { ...answer, seen })).toMatch('F-1 has new responses or replies (Olga)')
  expect(first(done(spec, OLGA, { ...answer, seen: threadLength(first(spec)) })).responses).toHaveLength(2)
  const edited = done(commented, VIC, { kind: 'edit-text', feedback: 1, text: 'Is it fast?' })
  expect(refusal(edited, OLGA, { ...answer, seen })).toMatch('has new responses or replies')
})

test('accepted comments are done together, or none is, and each that needs more is named', () => {
  let spec = done(commented, VIC, { kind: 'give', body: 'And slow?', anchor: { kind: 'whole' }, revision: 1 })
  spec = done(spec, OLGA, { kind: 'revise', base: 1, title: 'Sums', note: 'more' })
  for (const feedback of [1, 2]) spec = done(spec, OLGA, { kind: 'answer', feedback, answer: 'good-point' })
  const all = SpecAction.parse({ kind: 'carry-out-all', done: [1, 2].map((feedback) => ({ feedback, revision: 2 })) })
  const by = (changed: [number, number[]][]) =>
    transition(spec, all, OLGA, { now: NOW, changedByComment: new Map(changed) })
  const refused = by([[1, [2]]])
  expect(refused.ok ? '' : refusalText(refused.error)).toMatch(/^F-2: Revision 2 does not change/)
  const stored = unwrap(
    by([
      [1, [2]],
      [2, [2]],
    ]),
  )
  expect(stored.feedback.map(statusOf)).toEqual(['closed', 'closed'])
})

test('a reply is redacted by its writer and an author, with its earlier texts', () => {
  let spec = done(commented, ANN, { kind: 'reply', feedback: 1, text: 'Acme has four.' })
  spec = done(spec, ANN, { kind: 'edit-text', feedback: 1, reply: 1, text: 'Acme has five.' })
  const target = { feedback: 1, reply: 1 }
  expect(refusal(spec, VIC, { kind: 'request-redaction', ...target, reason: 'a name' })).not.toBeNull()
  spec = done(spec, ANN, { kind: 'request-redaction', ...target, reason: 'a name' })
  spec = done(spec, OLGA, { kind: 'redact', ...target })
  expect(JSON.stringify(spec)).not.toContain('Acme')
  expect(first(spec).replies).toMatchObject([{ redacted: { reason: 'a name', characters: 14 } }])
})

test('a mention is a whole name', () => {
  expect(mentions('Ask @Ann about it.', 'Ann')).toBe(true)
  expect(mentions('Ask @ann.', 'Ann')).toBe(true)
  expect(mentions('Ask @Anna.', 'Ann')).toBe(false)
  expect(mentions('Ask Ann.', 'Ann')).toBe(false)
})
