import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { SpecAction } from './actions/actions.ts'
import type { By } from './actions/permissions.ts'
import { transition } from './actions/transition.ts'
import { inboxOf } from './inbox.ts'
import { newSpec, type Spec, WHOLE } from './spec.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const DUE = '2026-03-20T12:00:00.000Z'
const person = (name: string): By => ({ person: { key: `person:${name}`, name }, role: 'author' })
const [ann, vic, nina] = [person('Ann'), person('Vic'), person('Nina')]

const play = (steps: readonly [By, object][]): Spec =>
  steps.reduce(
    (spec, [by, action]) => unwrap(transition(spec, SpecAction.parse(action), by, { now: NOW, anchor: WHOLE })),
    newSpec({ kind: 'functional', number: 1, title: 'Sums', owner: ann.person, parent: null, baseRevision: null }),
  )
const opened: [By, object][] = [
  [ann, { kind: 'invite', who: vic.person }],
  [ann, { kind: 'schedule', commentsUntil: DUE, timeZone: 'UTC' }],
]
const give = (body: string): object => ({ kind: 'give', body, anchor: { kind: 'whole' }, revision: 1 })
const shown = (spec: Spec, by: By, now = NOW) =>
  inboxOf(spec, by.person, now).map(({ kind, feedback, due }) => [kind, ...feedback, ...(due === null ? [] : [due])])

test('a review waits for its reviewers until they comment, and comments wait for the authors', () => {
  expect(shown(play(opened), vic)).toEqual([['review', DUE]])
  expect(shown(play(opened), ann)).toEqual([])
  const commented = play([...opened, [vic, give('Why?')], [vic, give('When?')]])
  expect(shown(commented, vic)).toEqual([])
  expect(shown(commented, ann)).toEqual([['to-answer', 1, 2]])
  const accepted = play([...opened, [vic, give('Why?')], [ann, { kind: 'answer', feedback: 1, answer: 'good-point' }]])
  expect(shown(accepted, ann)).toEqual([['to-do', 1]])
})

test('a mention waits until the person replies, and nothing waits in a spec that ended', () => {
  const mentioned: [By, object][] = [...opened, [vic, give('Is it so, @Nina?')]]
  expect(shown(play(mentioned), nina)).toEqual([['mention', 1]])
  expect(shown(play([...mentioned, [nina, { kind: 'reply', feedback: 1, text: 'Yes.' }]]), nina)).toEqual([])
  expect(shown(play([...mentioned, [ann, { kind: 'withdraw', reason: 'no use' }]]), nina)).toEqual([])
})
