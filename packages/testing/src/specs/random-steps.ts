import type { Caller } from '@assay/api/access/resolve-access'
import { SpecAction } from '@assay/domain/specs/actions/actions'
import type { By } from '@assay/domain/specs/actions/permissions'
import type { Spec } from '@assay/domain/specs/spec'
import type { Random } from '../seeded-random.ts'

export const DAY = 86_400_000
/** Text of the first revision of each spec. */
export const TEXT = '# Sort\n\n## Goals\n\nIt is twice as fast.'

export type Person = { by: By; caller: Caller }
export type Step = { actor: string; person: Person; action: SpecAction; text: string | null }

export function someone(people: ReadonlyMap<string, Person>, name: string): Person {
  const person = people.get(name)
  if (person === undefined) throw new Error(`there is no ${name}`)
  return person
}

const ANSWERS = ['good-point', 'no-thank-you', 'good-point-but', 'answered', 'withdrawn', 'duplicate'] as const

/** Steps that open a review, so that not only drafts are tested. */
export const OPENING: readonly ((people: ReadonlyMap<string, Person>, now: number) => Step[])[] = [
  (people) => [
    stepOf(people, 'olga', { kind: 'invite', who: someone(people, 'vic').by.person }),
    stepOf(people, 'vic', { kind: 'resolve' }),
  ],
  (people, now) => [
    stepOf(people, 'olga', {
      ...{ kind: 'schedule', meetingAt: new Date(now + 30 * DAY).toISOString(), timeZone: 'UTC', place: 'Room 1' },
      scribe: someone(people, 'sam').by.person,
    }),
    stepOf(people, 'olga', { kind: 'add-author', who: someone(people, 'carl').by.person }),
  ],
]

const stepOf = (people: ReadonlyMap<string, Person>, actor: string, action: object): Step => ({
  ...{ actor, person: someone(people, actor), action: SpecAction.parse(action), text: null },
})

type Moment = { model: Spec; now: number; successor: string; n: number }

/** A random legal or illegal step of a random person. */
export function randomStep(random: Random, people: ReadonlyMap<string, Person>, where: Moment): Step {
  const { model, now, successor, n } = where
  const one = <T>(...list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }
  const number = () => 1 + Math.floor(random() * (model.feedback.length + 1.2))
  const words = () => one('', 'because', 'two\nlines')
  const key = (name: string) => someone(people, name).by.person
  const meetingAt = () => new Date(now + (Math.floor(random() * 40) - 2) * DAY).toISOString()
  const sent = one<() => object>(
    ...Array.from({ length: 8 }, () => () => ({
      ...{ kind: 'give', body: `Why, ${n}?`, anchor: { kind: 'whole' }, revision: 1 },
    })),
    () => ({ kind: 'give', body: `Why, ${n}?`, anchor: { kind: 'whole' }, revision: 1 + Math.floor(random() * 3) }),
    () => ({ kind: 'give', body: `She asks ${n}.`, anchor: { kind: 'whole' }, revision: 1, giver: 'Gina' }),
    () => ({
      kind: 'give-all',
      comments: [1, 2].map((at) => ({ body: `Why ${at}, ${n}?`, anchor: { kind: 'whole' }, revision: 1 })),
    }),
    () => ({
      kind: 'answer-all',
      answers: [number(), number()].map((feedback) => ({ feedback, answer: 'no-thank-you', reason: words() })),
    }),
    ...Array.from({ length: 4 }, () => () => ({
      ...{ kind: 'answer', feedback: number(), answer: one(...ANSWERS), reason: words(), workaround: words() },
      ...{ where: words(), carriedBy: one(null, model.revision), duplicateOf: one(null, number()) },
    })),
    () => ({ kind: 'carry-out', feedback: number(), revision: model.revision, where: words() }),
    () => ({ kind: 'confirm', feedback: number() }),
    () => ({ kind: 'say', feedback: number(), content: random() < 0.5, text: words() }),
    () => ({ kind: 'reply', feedback: number(), text: `I say, ${n}.` }),
    () => ({ kind: 'second', feedback: number() }),
    () => ({ kind: 'edit-text', feedback: number(), reply: one(null, 1), text: `I say again, ${n}.` }),
    () => ({ kind: 'reopen-comment', feedback: number(), reason: 'It is not done.' }),
    () => ({ kind: 'request-redaction', feedback: number(), response: one(null, null, 1), reason: 'a secret' }),
    () => ({ kind: 'redact', feedback: number(), response: one(null, null, 1) }),
    () => ({ kind: 'decline-redaction', feedback: number(), response: one(null, null, 1) }),
    ...Array.from({ length: 3 }, () => () => ({
      ...{ kind: 'schedule', meetingAt: meetingAt(), timeZone: 'UTC', place: 'Room 1' },
      ...{ shortNoticeReason: one(null, 'urgent'), scribe: one(null, key('sam')) },
    })),
    () => ({ kind: 'postpone', meetingAt: meetingAt(), shortNoticeReason: one(null, 'late') }),
    () => ({ kind: 'hold' }),
    () => ({ kind: 'close-meeting', minutes: words() }),
    () => ({ kind: 'close-meeting' }),
    ...Array.from({ length: 3 }, () => () => ({ kind: 'resolve' })),
    () => ({ kind: one('withdraw', 'reopen', 'reopen', 'reopen'), reason: 'no use' }),
    () => ({ kind: 'supersede', reason: 'better', successor }),
    () => ({ kind: 'mark', outcome: one('built', 'abandoned'), note: words() }),
    () => ({ kind: 'invite', who: key(one('vic', 'vic', 'sam', 'carl')), role: one('reader', 'decider') }),
    () => ({ kind: 'invite', who: key('vic') }),
    () => ({ kind: 'uninvite', key: key(one('vic', 'sam')).key }),
    () => ({ kind: 'add-author', who: key('carl') }),
    () => ({ kind: 'hand-over', to: key(one('olga', 'olga', 'carl')) }),
    ...Array.from({ length: 2 }, () => () => ({
      ...{ kind: 'revise', base: random() < 0.8 ? model.revision : Math.max(1, model.revision - 1) },
      ...{ title: 'Sort', note: 'more' },
    })),
  )()
  const action = SpecAction.parse(sent)
  const writer = [...people].find(([, { by }]) => by.person.key === model.owner.key)?.[0] ?? 'olga'
  const actor = ['give', 'give-all', 'say', 'reply', 'second', 'edit-text', 'reopen-comment'].includes(action.kind)
    ? one('vic', 'vic', 'sam', 'carl', 'max', 'nobody', 'olga')
    : one(writer, writer, writer, writer, writer, 'carl', 'olga', 'vic', 'sam', 'max', 'nobody')
  const text = action.kind === 'revise' ? `${TEXT}\n\n## More ${n}\n\nWords of ${n}.` : null
  return { actor, person: someone(people, actor), action, text }
}
