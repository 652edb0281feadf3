import { SpecAction } from '@assay/domain/specs/actions/actions'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type Known, transition } from '@assay/domain/specs/actions/transition'
import { type Anchor, newSpec, type Spec, WHOLE } from '@assay/domain/specs/spec'
import fc from 'fast-check'

// Histories of random legal and illegal actions by random people.

export const PEOPLE: Record<string, By> = {
  owner: { person: { key: 'person:owner', name: 'Olga' }, role: 'author' },
  coAuthor: { person: { key: 'person:co', name: 'Carl' }, role: 'author' },
  maintainer: { person: { key: 'person:maintainer', name: 'Mia' }, role: 'maintainer' },
  author: { person: { key: 'person:author', name: 'Ada' }, role: 'author' },
  viewer: { person: { key: 'person:viewer', name: 'Vic' }, role: 'viewer' },
  guest: { person: { key: 'guest:1', name: 'Gus' }, role: 'none' },
  scribe: { person: { key: 'person:scribe', name: 'Sam' }, role: 'viewer' },
  stranger: { person: { key: 'name:', name: 'somebody' }, role: 'none' },
}

export type Step = { by: keyof typeof PEOPLE; action: SpecAction; afterDays: number; known: Partial<Known> }

const START = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000
const day = (days: number) => new Date(START + days * DAY).toISOString()

const word = fc.constantFrom('', 'because', 'two\nlines', '*stars* | and <b>', '# not a heading', '1. first')
const text = fc.constantFrom('why not?', 'slow <script>', 'a | b', '- item', '$x$ & y')
const number = fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5)

/** Withdrawn specs are reopened, because otherwise most histories would end there. */
const REOPEN = Array.from({ length: 5 }, () => ({ kind: 'reopen', reason: 'again' }))
const give = fc.record({
  kind: fc.constant('give'),
  body: text,
  revision: number,
  anchor: fc.constant({ kind: 'whole' }),
  giver: fc.constantFrom(null, null, null, null, 'Gina'),
  source: fc.constantFrom('web', 'meeting'),
  suggestion: fc.constantFrom(null, null, 'fast & <i>', ''),
})
const giveAll = fc.record({
  kind: fc.constant('give-all'),
  comments: fc.array(
    fc.record({
      body: text,
      revision: fc.constant(1),
      anchor: fc.constant({ kind: 'whole' }),
      suggestion: fc.constantFrom(null, 'slow'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const thread = fc.oneof(
  fc.record({ kind: fc.constant('reply'), feedback: number, text }),
  fc.record({ kind: fc.constant('edit-text'), feedback: number, reply: fc.option(fc.constantFrom(1, 2)), text }),
  fc.record({ kind: fc.constant('second'), feedback: number }),
  fc.record({ kind: fc.constantFrom('second', 'second', 'reopen-comment'), feedback: number }).map((one) => ({
    ...one,
    ...(one.kind === 'reopen-comment' && { reason: 'not done' }),
  })),
)
const answer = fc.record({
  kind: fc.constant('answer'),
  feedback: number,
  answer: fc.constantFrom(
    'good-point',
    'no-thank-you',
    'good-point-but',
    'answered',
    'withdrawn',
    'duplicate',
    'moved',
  ),
  reason: word,
  workaround: word,
  where: word,
  carriedBy: fc.option(number),
  duplicateOf: fc.option(number),
  movedTo: fc.constantFrom(null, 'DS-1'),
})
const answerAll = fc.record({
  kind: fc.constant('answer-all'),
  answers: fc.array(
    fc.record({
      feedback: number,
      answer: fc.constantFrom('good-point', 'no-thank-you', 'good-point-but', 'answered'),
      reason: word,
      workaround: word,
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const steer = fc.constantFrom(
  ...[{ kind: 'hold' }, { kind: 'close-meeting' }, { kind: 'end-comments' }, { kind: 'resolve' }, { kind: 'resolve' }],
)

/** Mostly the comment or a response; requests and redactions must meet by chance. */
const TARGET = {
  response: fc.option(number, { freq: 1 }),
  opinion: fc.option(fc.constantFrom(1, 2), { freq: 1 }),
  reply: fc.option(fc.constantFrom(1, 2), { freq: 1 }),
}

const action = fc.oneof(
  ...[answer, answer, answer, answer, answerAll, steer, steer, steer],
  fc.record({ kind: fc.constantFrom('add-to-draft-revision', 'remove-from-draft-revision'), feedback: number }),
  fc.record({
    kind: fc.constant('carry-out-all'),
    done: fc.array(fc.record({ feedback: number, revision: number }), { minLength: 1, maxLength: 3 }),
    where: word,
  }),
  fc.record({
    kind: fc.constant('schedule'),
    meetingAt: fc.option(fc.integer({ min: 0, max: 400 }).map(day), { freq: 2 }),
    commentsUntil: fc.option(fc.integer({ min: 0, max: 400 }).map(day), { freq: 1 }),
    timeZone: fc.constant('UTC'),
    place: fc.constant('Room 1'),
    shortNoticeReason: fc.constantFrom(null, 'urgent'),
    scribe: fc.constantFrom(null, PEOPLE.scribe?.person),
  }),
  fc.record({ kind: fc.constant('postpone'), meetingAt: fc.integer({ min: 0, max: 400 }).map(day) }),
  fc.constantFrom({ kind: 'withdraw', reason: 'no use' }, ...REOPEN),
  fc.constantFrom(
    { kind: 'supersede', reason: 'better', successor: 'FS-2' },
    { kind: 'mark', outcome: 'built', versions: ['9.0'] },
  ),
  fc.record({
    kind: fc.constant('invite'),
    who: fc.constantFrom(PEOPLE.guest?.person, PEOPLE.viewer?.person, PEOPLE.owner?.person),
  }),
  fc.constant({ kind: 'add-author', who: PEOPLE.coAuthor?.person }),
  fc.constant({ kind: 'hand-over', to: PEOPLE.author?.person }),
  fc.record({ kind: fc.constant('revise'), base: number, title: fc.constant('A title'), note: fc.constant('note') }),
  fc.record({ kind: fc.constant('add-erratum'), text: fc.constantFrom('Read may.', 'Twice.'), quote: word }),
  fc.record({ kind: fc.constant('confirm'), feedback: number }),
  fc.record({ kind: fc.constant('carry-out'), feedback: number, revision: number, where: word }),
  fc.record({ kind: fc.constant('say'), feedback: number, content: fc.boolean(), text: word }),
  fc.record({
    kind: fc.constant('request-redaction'),
    feedback: number,
    ...TARGET,
    reason: fc.constant('secret'),
  }),
  fc.record({
    kind: fc.constantFrom('redact', 'redact', 'decline-redaction'),
    feedback: number,
    ...TARGET,
  }),
)

/** Most actors have the right, because otherwise most steps would be refused. */
const byAuthors = fc.constantFrom<keyof typeof PEOPLE>(
  ...(['owner', 'owner', 'owner', 'owner', 'owner', 'owner', 'owner', 'owner', 'coAuthor'] as const),
  ...(['viewer', 'maintainer', 'author', 'guest', 'scribe', 'stranger'] as const),
)
const byReaders = fc.constantFrom<keyof typeof PEOPLE>(
  ...([
    'viewer',
    'viewer',
    'viewer',
    'viewer',
    'owner',
    'maintainer',
    'author',
    'guest',
    'scribe',
    'stranger',
  ] as const),
)

export const steps = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.record({
        done: fc.oneof(
          fc.record({
            by: byReaders,
            action: fc.oneof(
              { arbitrary: give, weight: 5 },
              { arbitrary: giveAll, weight: 1 },
              { arbitrary: thread, weight: 2 },
            ),
          }),
          fc.record({ by: byAuthors, action }),
          fc.record({ by: byAuthors, action }),
        ),
        afterDays: fc.constantFrom(0, 0, 0, 1, 8),
        known: fc.record({
          changedBy: fc.constantFrom([], [2, 3, 4, 5, 6, 7, 8]),
          checks: fc.constantFrom([], [], [], ['The section "Goals" is empty.']),
          brokenEvidence: fc.constantFrom([], [], [], ['Evidence 1 is not what it was.']),
          notEditorial: fc.constantFrom([], ['It changes 100 words.']),
        }),
      }),
      { maxLength, minLength: Math.floor(maxLength / 2), size: 'max' },
    )
    .map((list) =>
      // The schema adds defaults, as it does for requests.
      list.map(({ done, ...rest }) => ({ ...rest, by: done.by, action: SpecAction.parse(done.action) })),
    )

export type Done = { step: Step; by: By; before: Spec; after: Spec; refused: boolean; now: Date }

/** Steps that open a review, so that histories do not consist of drafts only. */
const OPENING: Step[] = [
  { kind: 'invite', who: PEOPLE.viewer?.person },
  { kind: 'schedule', meetingAt: day(30), timeZone: 'UTC', place: 'Room 1', scribe: PEOPLE.scribe?.person },
].map((opening) => ({ by: 'owner', action: SpecAction.parse(opening), afterDays: 0, known: {} }))

const WORDS: Anchor = { ...WHOLE, kind: 'range', block: 'b1', start: 0, end: 11, quote: 'a <b> | *c*' }

/** A suggestion replaces selected words; other comments are on the whole. */
function anchorsOf(action: SpecAction): Pick<Known, 'anchor' | 'anchors'> {
  const of = ({ suggestion }: { suggestion: string | null }) => (suggestion === null ? WHOLE : WORDS)
  if (action.kind === 'give-all') return { anchors: action.comments.map(of) }
  return { anchor: action.kind === 'give' ? of(action) : WHOLE }
}

export function play(steps: readonly Step[], kind: Spec['kind'] = 'functional'): { spec: Spec; done: Done[] } {
  const history = steps.length % 3 === 0 ? steps : [...OPENING, ...steps]
  const owner = PEOPLE.owner?.person ?? { key: '', name: '' }
  let spec = newSpec({ kind, number: 1, title: 'A title', owner, parent: null, baseRevision: null })
  const done: Done[] = []
  let days = 0
  for (const step of history) {
    days += step.afterDays
    // The current owner, because most histories transfer the spec.
    const by = step.by === 'owner' ? { person: spec.owner, role: 'author' as const } : PEOPLE[step.by]
    if (by === undefined) continue
    const now = new Date(START + days * DAY)
    // Base 1 is replaced by the current revision, because other bases are mostly refused.
    const { action } = step
    const meant = action.kind === 'revise' && action.base === 1 ? { ...action, base: spec.revision } : action
    const answer = transition(spec, meant, by, { ...step.known, ...anchorsOf(meant), now })
    const after = answer.ok ? answer.value : spec
    done.push({ step, by, before: spec, after, refused: !answer.ok, now })
    spec = after
  }
  return { spec, done }
}
