import { PEOPLE, play, steps } from '@assay/testing/specs/random-history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { err, unwrap } from '../../result.ts'
import { standingResponse } from '../feedback.ts'
import { newSpec, type Spec, type SpecState, stateAt, WHOLE } from '../spec.ts'
import { SpecAction } from './actions.ts'
import { type By, isAuthorOf } from './permissions.ts'
import { type Known, transition } from './transition.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
const person = (name: keyof typeof PEOPLE): By => PEOPLE[name] ?? { person: { key: '', name: '' }, role: 'none' }

const draft = (kind: Spec['kind'] = 'functional', over: Partial<Spec> = {}): Spec => ({
  ...newSpec({ kind, number: 12, title: 'Datatypes', owner: person('owner').person, parent: null, baseRevision: null }),
  ...over,
})

function act(spec: Spec, by: keyof typeof PEOPLE, action: unknown, known: Partial<Known> = {}) {
  return transition(spec, SpecAction.parse(action), person(by), { now: NOW, anchor: WHOLE, ...known })
}
const does = (spec: Spec, by: keyof typeof PEOPLE, action: unknown, known: Partial<Known> = {}): Spec =>
  unwrap(act(spec, by, action, known))
const missingCodes = (answer: ReturnType<typeof act>) =>
  !answer.ok && answer.error.code === 'missing' ? answer.error.missing.map(({ code }) => code) : answer

const invite = { kind: 'invite', who: person('viewer').person }
const schedule = { kind: 'schedule', meetingAt: inDays(20), timeZone: 'Europe/Berlin', place: 'Room 1' }
const give = { kind: 'give', body: 'Why?', anchor: { kind: 'whole' }, revision: 1 }
const answer = (kind: string, more: object = {}) => ({ kind: 'answer', feedback: 1, answer: kind, ...more })
const inReview = () => does(does(draft(), 'owner', invite), 'owner', schedule)
const resolving = (spec: Spec) => does(does(spec, 'owner', { kind: 'hold' }), 'owner', { kind: 'close-meeting' })

test('a meeting needs 14 days of notice, or a reason for fewer, and a reviewer', () => {
  expect(missingCodes(act(draft(), 'owner', schedule))).toEqual(['readers'])
  const invited = does(draft(), 'owner', invite)
  expect(missingCodes(act(invited, 'owner', { ...schedule, meetingAt: inDays(13) }))).toEqual(['notice'])
  expect(missingCodes(act(invited, 'owner', { ...schedule, meetingAt: inDays(-1) }))).toEqual(['past'])
  const soon = { ...schedule, meetingAt: inDays(3), shortNoticeReason: 'the freeze is on Friday' }
  expect(does(invited, 'owner', soon).rounds).toMatchObject([{ noticeDays: 3, number: 1, openedRevision: 1 }])
})

test('a comment period ends at its date or before, and its round is resolved without a meeting', () => {
  const invited = does(draft(), 'owner', invite)
  const period = { kind: 'schedule', commentsUntil: inDays(15), timeZone: 'UTC' }
  expect(missingCodes(act(invited, 'owner', { kind: 'schedule', timeZone: 'UTC' }))).toEqual(['date'])
  expect(missingCodes(act(invited, 'owner', { ...period, commentsUntil: inDays(3) }))).toEqual(['notice'])
  const open = does(does(invited, 'owner', period), 'viewer', give)
  expect(open.rounds).toMatchObject([{ meetingAt: inDays(15), withoutMeeting: true, heldAt: null }])
  expect(act(open, 'owner', { kind: 'hold' })).toMatchObject({ ok: false, error: { code: 'unknown' } })
  expect(act(open, 'viewer', { kind: 'end-comments' })).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  expect(stateAt(open, new Date(inDays(14)))).toBe('in-review')
  expect(stateAt(open, new Date(inDays(16)))).toBe('resolving')

  // The authors end it at once, or it ends by its date: the same round in the end.
  const ended = does(open, 'owner', { kind: 'end-comments' })
  expect(ended).toMatchObject({ state: 'resolving', rounds: [{ closedAt: inDays(0), leftOpen: [1] }] })
  const later = { now: new Date(inDays(16)) }
  const answered = does(open, 'owner', answer('answered', { reason: 'By hash.' }), later)
  expect(answered).toMatchObject({
    state: 'resolving',
    rounds: [{ closedAt: inDays(15), heldAt: null, leftOpen: [1] }],
  })
  expect(does(answered, 'owner', { kind: 'resolve' }, later)).toMatchObject({ state: 'resolved' })
})

test('an erratum is added by an author after the end, and leaves the text and its revision alone', () => {
  const resolved = does(resolving(inReview()), 'owner', { kind: 'resolve' })
  const erratum = { kind: 'add-erratum', quote: 'must', text: 'Read may.' }
  expect(act(inReview(), 'owner', erratum)).toMatchObject({ ok: false, error: { code: 'wrong-state' } })
  expect(act(resolved, 'viewer', erratum)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  const corrected = does(does(resolved, 'owner', erratum), 'owner', { ...erratum, quote: '', text: 'Twice.' })
  expect(corrected).toMatchObject({
    revision: resolved.revision,
    errata: [{ number: 1, text: 'Read may.' }, { number: 2 }],
  })
})

test('a round has a comment period and then a meeting, in this order', () => {
  const invited = does(draft(), 'owner', invite)
  const both = { ...schedule, commentsUntil: inDays(16) }
  expect(missingCodes(act(invited, 'owner', { ...both, commentsUntil: inDays(21) }))).toEqual(['order'])
  expect(missingCodes(act(invited, 'owner', { ...schedule, place: '' }))).toEqual(['place'])
  const open = does(invited, 'owner', both)
  expect(stateAt(open, new Date(inDays(17)))).toBe('in-review')
  expect(stateAt(open, new Date(inDays(21)))).toBe('meeting')
  expect(act(open, 'owner', { kind: 'end-comments' })).toMatchObject({ ok: false, error: { code: 'unknown' } })
})

test('problems of the text must be fixed or accepted one by one', () => {
  const invited = does(draft(), 'owner', invite)
  const checks = ['The section "Goals" is empty.', 'The text still says TODO.']
  expect(missingCodes(act(invited, 'owner', schedule, { checks }))).toEqual(['check', 'check'])
  const waived = [{ check: checks[0], reason: 'on purpose' }]
  expect(missingCodes(act(invited, 'owner', { ...schedule, waived }, { checks }))).toEqual(['check'])
})

test('A2: a design review waits for its functional spec, whatever its state is', () => {
  const design = does(draft('design', { parent: 1, baseRevision: 3 }), 'owner', invite)
  const states: SpecState[] = ['draft', 'in-review', 'meeting', 'resolving', 'withdrawn', 'superseded']
  for (const state of states) {
    const parent = { name: 'FS-1', state, revision: 4 }
    expect(missingCodes(act(design, 'owner', schedule, { parent })), state).toEqual(['parent'])
  }
  expect(missingCodes(act(design, 'owner', schedule, { parent: null }))).toEqual(['parent'])
  const parent = { name: 'FS-1', state: 'resolved' as const, revision: 4 }
  expect(does(design, 'owner', schedule, { parent }).state).toBe('in-review')
  const noBase = { ...design, baseRevision: null }
  expect(missingCodes(act(noBase, 'owner', schedule, { parent }))).toEqual(['base'])
})

test('a good point stays open until a later revision changes its text', () => {
  const requested = does(inReview(), 'viewer', give)
  const promised = does(requested, 'owner', answer('good-point'))
  expect(missingCodes(act(resolving(promised), 'owner', { kind: 'resolve' }))).toEqual(['promise'])
  const carry = { kind: 'carry-out', feedback: 1, revision: 2 }
  expect(missingCodes(act(promised, 'owner', carry))).toEqual(['revision'])
  const revised = does(promised, 'owner', { kind: 'revise', base: 1, title: 'Datatypes', note: 'as Vic says' })
  expect(missingCodes(act(revised, 'owner', carry))).toEqual(['where'])
  const carriedOut = does(revised, 'owner', carry, { changedBy: [2] })
  expect(does(revised, 'owner', { ...carry, where: 'in a new section 4' }).feedback[0]?.responses).toHaveLength(2)
  expect(does(resolving(carriedOut), 'owner', { kind: 'resolve' }).state).toBe('resolved')
})

test('"no thank you" needs a reason, and "good point, but" a workaround', () => {
  const requested = does(inReview(), 'viewer', give)
  expect(missingCodes(act(requested, 'owner', answer('no-thank-you')))).toEqual(['reason'])
  expect(missingCodes(act(requested, 'owner', answer('good-point-but', { reason: 'too slow' })))).toEqual([
    'workaround',
  ])
  const answered = does(requested, 'owner', answer('good-point-but', { workaround: 'one function for each operation' }))
  const disagreed = does(answered, 'viewer', { kind: 'say', feedback: 1, content: false, text: 'I would not' })
  expect(does(resolving(disagreed), 'owner', { kind: 'resolve' }).state).toBe('resolved')
})

test('A3: resolving is refused with every missing requirement', () => {
  let spec = inReview()
  for (let n = 0; n < 4; n++) spec = does(spec, 'viewer', give)
  spec = does(spec, 'owner', { ...answer('good-point'), feedback: 2 })
  spec = does(spec, 'owner', { ...answer('no-thank-you', { reason: 'slow' }), feedback: 3 })
  const refused = act(
    resolving(spec),
    'owner',
    { kind: 'resolve' },
    { brokenEvidence: ['Evidence 1 has another hash.'] },
  )
  if (refused.ok || refused.error.code !== 'missing') throw new Error('it was resolved')
  expect(refused.error.missing.map(({ code, feedback }) => [code, feedback])).toEqual([
    ['open', 1],
    ['promise', 2],
    ['open', 4],
    ['evidence', undefined],
  ])
})

test('a scribe drafts responses in the meeting, and an author confirms them', () => {
  const requested = does(
    does(does(draft(), 'owner', invite), 'owner', { ...schedule, scribe: person('scribe').person }),
    'viewer',
    give,
  )
  expect(act(requested, 'scribe', answer('no-thank-you', { reason: 'slow' })).ok).toBe(false)
  const meeting = does(requested, 'scribe', { kind: 'hold' })
  const drafted = does(meeting, 'scribe', answer('no-thank-you', { reason: 'slow' }))
  expect(standingResponse(drafted.feedback[0] ?? missingFeedback())).toBeNull()
  const closed = does(drafted, 'scribe', { kind: 'close-meeting' })
  expect(closed.rounds[0]?.leftOpen).toEqual([1])
  expect(missingCodes(act(closed, 'owner', { kind: 'resolve' }))).toEqual(['draft'])
  const confirmed = does(closed, 'owner', { kind: 'confirm', feedback: 1 })
  expect(does(confirmed, 'owner', { kind: 'resolve' }).state).toBe('resolved')
})

const missingFeedback = (): never => {
  throw new Error('there is no feedback')
}

test('a review is in its meeting from the scheduled time on', () => {
  const late = { now: new Date(inDays(21)) }
  expect(stateAt(inReview(), late.now)).toBe('meeting')
  expect(does(inReview(), 'owner', { kind: 'close-meeting' }, late).state).toBe('resolving')
})

test('a resolved spec accepts only editorial changes', () => {
  const resolved = does(resolving(inReview()), 'owner', { kind: 'resolve' })
  const revise = { kind: 'revise', base: 1, title: 'Datatypes', note: 'spelling' }
  expect(missingCodes(act(resolved, 'owner', revise, { notEditorial: ['It changes 90 words.'] }))).toEqual([
    'editorial',
  ])
  expect(does(resolved, 'owner', revise).amendments).toMatchObject([{ revision: 2, note: 'spelling' }])
  const better = { kind: 'supersede', reason: 'better', successor: 'FS-13' }
  expect(does(resolved, 'owner', better).state).toBe('superseded')
  expect(act(resolved, 'owner', { ...revise, base: 2 })).toEqual(err({ code: 'conflict', revision: 1 }))
})

/** Legal transitions, written independently of the code under test. */
const EDGES: Record<SpecState, readonly SpecState[]> = {
  draft: ['draft', 'in-review', 'withdrawn'],
  'in-review': ['in-review', 'meeting', 'withdrawn'],
  meeting: ['meeting', 'resolving', 'withdrawn'],
  resolving: ['resolving', 'resolved', 'withdrawn'],
  resolved: ['resolved', 'draft', 'superseded'],
  withdrawn: ['withdrawn', 'draft'],
  superseded: ['superseded'],
}
const STEERING = new Set(['schedule', 'postpone', 'resolve', 'withdraw', 'reopen', 'supersede', 'mark', 'revise'])

test('A1: no random history takes an illegal step, and a refused one changes nothing', () => {
  fc.assert(
    fc.property(steps(60), (history) => {
      for (const { step, by, before, after, refused, now } of play(history).done) {
        if (refused) continue
        expect(EDGES[stateAt(before, now)]).toContain(after.state)
        if (STEERING.has(step.action.kind)) expect(isAuthorOf(before, by.person)).toBe(true)
        if (step.by === 'stranger') expect(after).toEqual(before)
        if (after.state === 'resolved' && before.state !== 'resolved') {
          for (const feedback of after.feedback) {
            const response = standingResponse(feedback)
            expect(response).not.toBeNull()
            if (response?.kind === 'good-point') expect(response.carriedBy).toBeGreaterThan(feedback.revision)
          }
        }
        // Feedback is never deleted or renumbered.
        expect(after.feedback.length).toBeGreaterThanOrEqual(before.feedback.length)
        expect(after.rounds.length).toBeGreaterThanOrEqual(before.rounds.length)
        for (const [at, feedback] of before.feedback.entries()) {
          expect(after.feedback[at]?.number).toBe(feedback.number)
          expect(after.feedback[at]?.responses.length).toBeGreaterThanOrEqual(feedback.responses.length)
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('random histories reach every state except the rarest', () => {
  const seen = new Set<SpecState>()
  for (const history of fc.sample(steps(60), { numRuns: 400, seed: 11 })) {
    for (const { after } of play(history).done) seen.add(after.state)
  }
  expect(Object.keys(EDGES).filter((state) => ![...seen].some((one) => one === state))).toEqual(
    seen.has('superseded') ? [] : ['superseded'],
  )
})
