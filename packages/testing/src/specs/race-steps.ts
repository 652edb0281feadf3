import { createCaller } from '@assay/api/router'
import { addPerson, watchRows } from '@assay/db/testing'
import { type By, may } from '@assay/domain/specs/actions/permissions'
import { transition } from '@assay/domain/specs/actions/transition'
import { newSpec, type Spec, WHOLE } from '@assay/domain/specs/spec'
import { seededRandom } from '../seeded-random.ts'
import { anonymous, personNamed } from '../server/callers.ts'
import { startTestServer } from '../server/test-server.ts'
import { DAY, OPENING, type Person, randomStep, type Step, someone, TEXT } from './random-steps.ts'

// Two concurrent writers take random legal and illegal steps of a review as random people. The result of two steps must
// equal their result in one of the two orders; a refused step must store nothing.

type Size = { steps: number; seed: number; isLocked?: boolean; maxFailures?: number; report?: (done: number) => void }
export type Races = { steps: number; done: number; refused: number; failures: string[] }

const START = Date.parse('2026-11-21T12:00:00Z')
const STEPS_A_SPEC = 120
/** Number of specs per project, so that the cost of checking for leftovers stays constant. */
const SPECS_A_PROJECT = 5
const MAX_FAILURES = 20

type Outcome = 'done' | 'refused' | `failed: ${string}`

/**
 * Runs the test.
 *
 * @param maxFailures number of failures after which it stops.
 * @param isLocked false for the control: without the lock of a spec it must detect a lost update.
 */
export async function raceSteps({
  steps,
  seed,
  isLocked = true,
  maxFailures = MAX_FAILURES,
  report,
}: Size): Promise<Races> {
  let now = START
  const server = await startTestServer({
    now: () => new Date(now),
    rewrite: isLocked ? null : (sql) => sql.replace(/for (?:no key )?update/, ''),
  })
  const races: Races = { steps: 0, done: 0, refused: 0, failures: [] }
  try {
    const people = await peopleOf(server)
    const random = seededRandom(seed)
    const owner = someone(people, 'olga')
    const other = createCaller({ services: server.services, caller: owner.caller })
    const create = async (project: string) => {
      const spec = { kind: 'functional', title: 'Sort', text: TEXT }
      return (await other.specs.create({ project, spec })).name
    }
    let ground: Ground | null = null
    for (let specs = 0; races.steps < steps && races.failures.length < maxFailures; specs++) {
      if (ground === null || specs % SPECS_A_PROJECT === 0) {
        await ground?.stored.end()
        if (specs > 0 && races.failures.length === 0) report?.(races.steps)
        ground = await newGround(server, `lab-${specs}`, create)
      }
      const { project, stored, successor } = ground
      const name = await create(project)
      // State after a refused step, which the next step must find unchanged.
      let known: string | null = null
      let model = newSpec({
        ...{ kind: 'functional', number: Number(name.slice(3)), title: 'Sort' },
        ...{ owner: owner.by.person, parent: null, baseRevision: null },
      })
      for (let n = 0; n < STEPS_A_SPEC && races.steps < steps; n += 2) {
        now += Math.floor(random() * 3) * (random() < 0.2 ? 8 * DAY : 1_000)
        const opening = OPENING[n / 2]?.(people, now)
        const pair =
          opening ?? [0, 1].map(() => randomStep(random, people, { model, now, successor, n: races.steps++ }))
        if (opening !== undefined) races.steps += 2
        const before: string = known ?? (await stored.fingerprint())
        known = null
        const outcomes = await Promise.all(pair.map((step) => send(server, { project, name }, step)))
        for (const outcome of outcomes) races[outcome === 'done' ? 'done' : 'refused']++
        const after = (await someoneReads(server, people, { project, name })).spec
        const agreed = orders(pair, outcomes).map((order) => play(model, order, new Date(now)))
        const found = agreed.find((played) => played.fits && same(played.spec, after))
        const describePair = () =>
          pair.map(({ actor, action }, at) => `${actor} ${JSON.stringify(action)}: ${outcomes[at]}`)
        if (found === undefined) {
          const states = agreed.map(({ spec, fits }) => `${fits} ${differenceOf(spec, after)}`)
          races.failures.push(
            `${name} in ${model.state}: ${describePair().join(' | ')}; neither order: ${states.join(' / ')}`,
          )
        }
        const isRefused = outcomes.every((outcome) => outcome === 'refused')
        // A conflicting text is saved as a copy; no other refused action stores anything.
        const hasText = pair.some(({ text }) => text !== null)
        if (isRefused && !hasText) known = await stored.fingerprint()
        if (known !== null && before !== known) {
          races.failures.push(`${name}: refused, and left something: ${describePair().join(' | ')}`)
        }
        // The stored spec is the model for the next steps.
        model = found?.spec ?? model
        if (found === undefined) break
      }
    }
    await ground?.stored.end()
  } finally {
    await server.stop()
  }
  return races
}

type Server = Awaited<ReturnType<typeof startTestServer>>

/** A project with a spec that can supersede others, and a watch on its rows. */
type Ground = { project: string; successor: string; stored: Awaited<ReturnType<typeof watchRows>> }
type Where = { project: string; name: string }

async function newGround(server: Server, slug: string, create: (project: string) => Promise<string>): Promise<Ground> {
  const { project } = await server.addProject(slug)
  const stored = await watchRows(server.url, ['spec', 'spec\\_%', 'audit\\_event'], project.id)
  return { project: slug, successor: await create(slug), stored }
}

async function peopleOf(server: Server): Promise<ReadonlyMap<string, Person>> {
  const { project } = await server.addProject('lab')
  const people = new Map<string, Person>([
    ['nobody', { by: { person: { key: 'nobody:', name: 'anonymous' }, role: 'none' }, caller: anonymous }],
  ])
  for (const [name, role] of [
    ['olga', 'author'],
    ['carl', 'author'],
    ['vic', 'viewer'],
    ['sam', 'viewer'],
    ['max', 'owner'],
  ] as const) {
    const id = await addPerson(server.url, name, { organizations: { [project.organization.id]: role } })
    const by: By = { person: { key: `person:${id}`, name }, role: role === 'owner' ? 'maintainer' : role }
    people.set(name, { by, caller: personNamed(name, id) })
  }
  return people
}

const someoneReads = (server: Server, people: ReadonlyMap<string, Person>, where: Where) =>
  createCaller({ services: server.services, caller: someone(people, 'max').caller }).specs.get(where)

async function send(server: Server, where: Where, { person, action, text }: Step): Promise<Outcome> {
  const { specs } = createCaller({ services: server.services, caller: person.caller })
  try {
    if (action.kind !== 'revise') await specs.act({ ...where, action })
    else {
      const { base, title, note } = action
      const answer = await specs.revise({ ...where, revision: { base, title, note, text } })
      if (answer.outcome === 'kept') return 'refused'
    }
    return 'done'
  } catch (cause) {
    const code = Object(cause).code
    return REFUSED.has(code) ? 'refused' : `failed: ${code} ${Object(cause).message}`
  }
}

const REFUSED = new Set(['CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED', 'BAD_REQUEST', 'UNPROCESSABLE_CONTENT'])

type Sent = { step: Step; outcome: Outcome }

function orders([a, b]: readonly Step[], [x, y]: readonly Outcome[]): Sent[][] {
  if (a === undefined || b === undefined || x === undefined || y === undefined) return []
  const sent = [
    { step: a, outcome: x },
    { step: b, outcome: y },
  ]
  return [sent, sent.toReversed()]
}

/** Applies steps in one order, and checks that each would have had the same outcome. */
function play(spec: Spec, order: readonly Sent[], now: Date): { spec: Spec; fits: boolean } {
  let after = spec
  let fits = true
  for (const { step, outcome } of order) {
    const answer = take(after, step, now)
    fits &&= outcome === (answer === null ? 'refused' : 'done')
    after = answer ?? after
  }
  return { spec: after, fits }
}

function take(spec: Spec, { person: { by }, action }: Step, now: Date): Spec | null {
  if (by.role === 'none' || !may(spec, by, 'view')) return null
  // Only authors of the project send texts.
  if (action.kind === 'revise' && by.role === 'viewer') return null
  const carrying = action.kind === 'carry-out' ? action.revision : action.kind === 'answer' ? action.carriedBy : null
  const feedback = 'feedback' in action ? spec.feedback.find(({ number }) => number === action.feedback) : undefined
  const changedBy = carrying !== null && feedback !== undefined && carrying > feedback.revision ? [carrying] : []
  const known = { now, anchor: WHOLE, anchors: [WHOLE, WHOLE], changedBy, notEditorial: ['It has another heading.'] }
  const answer = transition(spec, action, by, known)
  return answer.ok ? answer.value : null
}

/** The spec as it is stored and read again; reviewers are sorted by key, because several can be invited at one time. */
function plain(spec: Spec): string {
  const reviewers = spec.readers.toSorted((a, b) => (a.who.key < b.who.key ? -1 : 1))
  return JSON.stringify(sorted({ ...spec, readers: reviewers }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]))
}

const same = (a: Spec, b: Spec): boolean => plain(a) === plain(b)

function differenceOf(a: Spec, b: Spec): string {
  const keys = Object.keys(a).filter(
    (key) => JSON.stringify(sorted(Object(a)[key])) !== JSON.stringify(sorted(Object(b)[key])),
  )
  return keys.map((key) => `${key} ${JSON.stringify(Object(a)[key])} is ${JSON.stringify(Object(b)[key])}`).join(', ')
}
