import { PEOPLE } from '@assay/testing/specs/random-history'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { SpecAction } from '../actions/actions.ts'
import { transition } from '../actions/transition.ts'
import { newSpec, type Spec } from '../spec.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const OWNER = PEOPLE.owner ?? { person: { key: '', name: '' }, role: 'none' }

const act = (spec: Spec, action: object) => transition(spec, SpecAction.parse(action), OWNER, { now: NOW })
const does = (spec: Spec, action: object) => unwrap(act(spec, action))

const meeting = (): Spec => {
  const draft = newSpec({
    ...{ kind: 'functional', number: 1, title: 'Sums', owner: OWNER.person },
    ...{ parent: null, baseRevision: null },
  })
  const invited = does(draft, { kind: 'invite', who: { key: 'name:vera', name: 'Vera' } })
  const meetingFacts = { timeZone: 'UTC', place: 'Room 1', shortNoticeReason: 'a test' }
  return does(does(invited, { kind: 'schedule', meetingAt: '2026-03-02T10:00:00Z', ...meetingFacts }), { kind: 'hold' })
}

test('unsent minutes stay, and two people who write minutes at once lose nothing', () => {
  const started = does(meeting(), { kind: 'minute', minutes: 'Begun.', over: '' })
  const both = does(started, { kind: 'minute', attendance: ['Vera'] })
  expect(both.rounds[0]).toMatchObject({ minutes: 'Begun.', attendance: ['Vera'] })
  expect(act(both, { kind: 'minute', minutes: 'Mine.', over: '' }).ok).toBe(false)
  // The client retries because the first answer was lost.
  expect(act(both, { kind: 'minute', minutes: 'Begun.', over: '' }).ok).toBe(true)
  const closed = does(both, { kind: 'close-meeting' })
  expect(closed.rounds[0]).toMatchObject({ minutes: 'Begun.', attendance: ['Vera'] })
})

test('a scribe can be named and removed before the meeting', () => {
  const scribe = { key: 'person:sam', name: 'Sam' }
  const named = does(meeting(), { kind: 'name-scribe', scribe })
  expect(named.rounds[0]?.scribe).toEqual(scribe)
  expect(does(named, { kind: 'name-scribe', scribe: null }).rounds[0]?.scribe).toBeNull()
  expect(act(does(named, { kind: 'close-meeting' }), { kind: 'name-scribe', scribe }).ok).toBe(false)
})
