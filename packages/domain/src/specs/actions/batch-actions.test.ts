import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { statusOf } from '../feedback.ts'
import { type Anchor, newSpec, type Spec, WHOLE } from '../spec.ts'
import { collectedSuggestions } from '../text/draft-revision.ts'
import { SpecAction } from './actions.ts'
import { recordedActions } from './batch-actions.ts'
import type { By } from './permissions.ts'
import { refusalText } from './refusal.ts'
import { transition } from './transition.ts'

const person = (name: string, role: By['role']): By => ({ person: { key: `person:${name}`, name }, role })
const OLGA = person('Olga', 'author')
const VIC = person('Vic', 'viewer')
const NOW = new Date('2026-11-24T10:00:00Z')
const WORDS: Anchor = { ...WHOLE, kind: 'range', block: 'b1', start: 0, end: 4, quote: 'Sums' }

const empty = newSpec({
  ...{ kind: 'functional', number: 1, title: 'Sums', owner: OLGA.person, parent: null, baseRevision: null },
})
const attempt = (spec: Spec, by: By, action: object, anchors: (Anchor | null)[] = [WHOLE, WHOLE, WHOLE]) =>
  transition(spec, SpecAction.parse(action), by, { now: NOW, anchor: WORDS, anchors })
const done = (spec: Spec, by: By, action: object) => unwrap(attempt(spec, by, action))
const refusal = (...of: Parameters<typeof attempt>) => {
  const answer = attempt(...of)
  return answer.ok ? null : refusalText(answer.error)
}

const drafts = (...bodies: string[]) => ({
  kind: 'give-all',
  comments: bodies.map((body) => ({ body, anchor: { kind: 'whole' }, revision: 1 })),
})
const sent = done(empty, VIC, drafts('One?', 'Two?', 'Three?'))

test('draft comments are sent together, numbered in their order, or none is', () => {
  expect(sent.feedback.map(({ number, body, giver }) => [number, body, giver.name])).toEqual([
    [1, 'One?', 'Vic'],
    [2, 'Two?', 'Vic'],
    [3, 'Three?', 'Vic'],
  ])
  expect(refusal(empty, VIC, drafts('One?', 'Two?'), [WHOLE, null])).toBe(
    'Draft comment 2: The text that this is about is not in that revision.',
  )
  expect(refusal(empty, OLGA, drafts('One?'))).toMatch('authors cannot comment')
  expect(SpecAction.safeParse(drafts()).success).toBe(false)
})

test('a batch is recorded as its single actions, with the number of each comment', () => {
  const action = SpecAction.parse(drafts('One?', 'Two?', 'Three?'))
  expect(recordedActions(action, empty, sent)).toMatchObject([
    { kind: 'give', body: 'One?', feedback: 1 },
    { kind: 'give', body: 'Two?', feedback: 2 },
    { kind: 'give', body: 'Three?', feedback: 3 },
  ])
  const answers = { kind: 'answer-all', answers: [{ feedback: 2, answer: 'no-thank-you', reason: 'No.' }] }
  expect(recordedActions(SpecAction.parse(answers), sent, sent)).toMatchObject([{ kind: 'answer', feedback: 2 }])
})

test('several comments are answered together, and a refusal names each that needs more', () => {
  const answers = (...all: object[]) => ({ kind: 'answer-all', answers: all })
  const [good, bad] = [
    { feedback: 1, answer: 'good-point' },
    { feedback: 2, answer: 'no-thank-you' },
  ]
  expect(refusal(sent, OLGA, answers(good, bad, { feedback: 3, answer: 'good-point-but' }))).toBe(
    'F-2: “No thank you” needs a reason. F-3: “Good point, but” needs a workaround.',
  )
  const answered = done(sent, OLGA, answers(good, { ...bad, reason: 'No.' }))
  expect(answered.feedback.map(statusOf)).toEqual(['promised', 'closed', 'open'])
  expect(refusal(sent, VIC, answers(good))).toMatch('Only the authors')
  const replied = done(sent, VIC, { kind: 'reply', feedback: 2, text: 'And?' })
  expect(refusal(replied, OLGA, answers(good, { ...bad, reason: 'No.', seen: 0 }))).toMatch(
    'F-2 has new responses or replies',
  )
  expect(SpecAction.safeParse(answers({ feedback: 1, answer: 'moved' })).success).toBe(false)
})

test('authors collect suggestions for the next revision, and a response ends that', () => {
  const give = { kind: 'give', body: 'Say so.', anchor: { kind: 'range', block: 'b1', quote: 'Sums' }, revision: 1 }
  let spec = done(sent, VIC, { ...give, suggestion: 'Totals' })
  expect(refusal(spec, VIC, { kind: 'add-to-draft-revision', feedback: 4 })).toMatch('Only the authors')
  expect(refusal(spec, OLGA, { kind: 'add-to-draft-revision', feedback: 1 })).toMatch('F-1 suggests no other words')
  expect(refusal(spec, OLGA, { kind: 'remove-from-draft-revision', feedback: 4 })).toMatch('F-4 is not in it')
  spec = done(spec, OLGA, { kind: 'add-to-draft-revision', feedback: 4 })
  expect(collectedSuggestions(spec)).toMatchObject([{ number: 4, inDraftRevision: { by: { name: 'Olga' } } }])
  expect(done(spec, OLGA, { kind: 'add-to-draft-revision', feedback: 4 }).feedback).toEqual(spec.feedback)
  expect(collectedSuggestions(done(spec, OLGA, { kind: 'remove-from-draft-revision', feedback: 4 }))).toEqual([])
  spec = done(spec, OLGA, { kind: 'answer', feedback: 4, answer: 'no-thank-you', reason: 'No.' })
  expect(collectedSuggestions(spec)).toEqual([])
  expect(refusal(spec, OLGA, { kind: 'add-to-draft-revision', feedback: 4 })).toMatch('closed already')
})
