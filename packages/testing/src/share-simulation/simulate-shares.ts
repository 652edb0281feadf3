import { hash } from 'node:crypto'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { type PlannedShare, planShare, pointsOf, queryOf, reportText, seededChoices } from './plan-shares.ts'
import { type ChangeActions, changeSources, renameEverywhere } from './random-changes.ts'
import { expectedBadge, type FigureShape, type ModelGrid, type ModelPoint, modelGrid } from './share-model.ts'

/** The addresses of a simulated share. */
export type SimulatedAddress = { secret: string | null; slug: string | null; password: string | null }

/** A downloaded form of a share: `all` must not contain a masked name, and `kept` must never change. */
export type Leaving = { name: string; all: string; selected: string }

export type SimulationHost = ChangeActions & {
  project: string
  /** tRPC calls with write access. */
  makeShare(share: {
    title: string
    what:
      | { kind: 'comparison'; query: string; study: string | null }
      | { kind: 'report'; slug: string; version: number }
    masks: Record<string, string> | null
    maskVersions: boolean
    password: string | null
    publishAs: string | null
  }): Promise<{ secret: string | null; slug: string | null; sha256: string }>
  /**
   * Creates a report and publishes its first version.
   *
   * @returns its name.
   */
  makeReport(content: { title: string; tldr: string; text: string }): Promise<string>
  /** Reads everything that a guest with the address gets, the text of the badge, and the badges of each figure. */
  read(address: SimulatedAddress): Promise<{ leaving: Leaving[]; badge: string; figures: string[] }>
  /** Stops the processes and starts them again on the same data. */
  restart(): Promise<void>
}

export type SimulationTally = {
  shares: number
  files: number
  changed: number
  /** Number of actions by kind. */
  done: Record<string, number>
  /** Number of occurrences of each badge text, to show the coverage of the simulation. */
  badges: Record<string, number>
  bytesChanged: string[]
  wrongHashes: string[]
  wrongBadges: string[]
  studies: number
  reports: number
  /** Masked names that could be read, and the form that contained them. */
  leaked: string[]
}

type SharedProject = {
  plan: PlannedShare
  points: ModelPoint[]
  address: SimulatedAddress
  /** Expected grid of each figure when it was frozen. */
  before: { shape: FigureShape; answer: ModelGrid }[]
  selected: Map<string, string>
}

const AT_ONCE = 4

/** Freezes many shares, makes random changes to their sources, and reads them again. */
export async function simulateShares(count: number, seed: number, ground: SimulationHost): Promise<SimulationTally> {
  const random = seededChoices(seed)
  const tally: SimulationTally = {
    shares: 0,
    files: 0,
    changed: 0,
    done: {},
    badges: {},
    bytesChanged: [],
    wrongHashes: [],
    wrongBadges: [],
    studies: 0,
    reports: 0,
    leaked: [],
  }
  const plans = Array.from({ length: count }, (_, index) => planShare(index, random))
  const shared: SharedProject[] = []
  await forEachConcurrently(plans, AT_ONCE, async (plan) => {
    const one = await freeze(plan, ground, tally)
    if (one !== null) shared.push(one)
  })
  shared.sort((a, b) => (a.plan.machine < b.plan.machine ? -1 : 1))
  tally.shares = shared.length

  for (const { plan, points } of shared) {
    const done = await changeSources(plan, points, random, ground)
    for (const name of done) tally.done[name] = (tally.done[name] ?? 0) + 1
  }
  const everything = shared.map(({ points }) => points)
  for (let at = 0; at <= count / 250; at++) await renameEverywhere(everything, random, ground, 'version')
  await renameEverywhere(everything, random, ground, 'product')
  await ground.restart()

  await forEachConcurrently(shared, AT_ONCE, (one) => readAgain(one, ground, tally))
  return tally
}

async function freeze(
  plan: PlannedShare,
  ground: SimulationHost,
  tally: SimulationTally,
): Promise<SharedProject | null> {
  const points = plan.documents.flatMap(pointsOf)
  for (const document of plan.documents) await ground.upload(document)
  // A filter on versions may leave no results, and such a figure cannot be shared.
  const before = plan.shapes
    .map((shape) => ({ shape, answer: modelGrid(points, shape) }))
    .filter(({ answer }) => answer.cells.size > 0)
  const [first] = before
  if (first === undefined) return null
  const { title, masks, maskVersions, password, publishAs, study } = plan
  const query = queryOf(first.shape)
  const what =
    plan.report === null
      ? { kind: 'comparison' as const, query, study }
      : { kind: 'report' as const, slug: await makeReport(plan, before, ground), version: 1 }
  const made = await ground
    .makeShare({ title, what, masks, maskVersions, password, publishAs })
    .catch((error: unknown) => {
      // A study of a dimension without variation is empty, and some studies reveal masked products; both are refused.
      if (study !== null && error instanceof Error && /shows no result|reveals them|lists settings/.test(error.message))
        return null
      throw error
    })
  if (made === null) return null
  const address = { secret: made.secret, slug: made.slug, password }
  const { leaving, badge, figures } = await ground.read(address)
  tally.files += leaving.length
  const text = leaving.find(({ name }) => name === 'json')?.all ?? ''
  if (hashOfJson(text) !== made.sha256) tally.wrongHashes.push(plan.machine)
  const unlike = [badge, ...figures].find((words) => words !== 'frozen · reproduced')
  if (unlike !== undefined || figures.length !== (study === null ? before.length : 1))
    tally.wrongBadges.push(`${plan.machine}, new: ${unlike ?? figures.length} for ${query}`)
  findNames(plan, leaving, tally)
  if (study !== null) tally.studies += 1
  if (plan.report !== null) tally.reports += 1
  return { plan, points, address, before, selected: new Map(leaving.map(({ name, selected }) => [name, selected])) }
}

async function makeReport(
  { title, report }: PlannedShare,
  before: SharedProject['before'],
  { project, makeReport: make }: SimulationHost,
): Promise<string> {
  const shapes = before.map(({ shape }) => shape)
  return make({ title, tldr: report?.tldr ?? '', text: reportText(report?.opening ?? '', project, shapes) })
}

async function readAgain(
  { plan, points, address, before, selected }: SharedProject,
  ground: SimulationHost,
  tally: SimulationTally,
) {
  const { leaving, badge, figures } = await ground.read(address)
  const now = new Map(leaving.map((one) => [one.name, one.selected]))
  for (const name of new Set([...selected.keys(), ...now.keys()])) {
    const [was, is] = [selected.get(name), now.get(name)]
    if (was !== is) tally.bytesChanged.push(`${plan.machine} ${name}${differenceOf(was, is)}`)
  }
  findNames(plan, leaving, tally)
  for (const words of figures) {
    const kind = kindOf(words)
    tally.badges[kind] = (tally.badges[kind] ?? 0) + 1
  }
  if (badge !== 'frozen · reproduced') tally.changed += 1
  if (badge !== worst(figures)) tally.wrongBadges.push(`${plan.machine}: "${badge}" of "${figures.join('", "')}"`)
  // The model does not cover whole study pages.
  if (plan.study !== null) return
  for (const [at, { shape, answer }] of before.entries()) {
    const right = expectedBadge(answer, modelGrid(points, shape, answer.bases), shape.show)
    const words = figures[at] ?? 'no figure'
    if (!right.includes(words))
      tally.wrongBadges.push(`${plan.machine}: "${words}" and not "${right.join('" or "')}" for ${queryOf(shape)}`)
  }
}

const kindOf = (words: string) => (/^frozen \d/.test(words) ? 'differs' : words.replace(/\d+ cells?/, 'n cells'))

/** The badge of several figures: that of the first figure that differs or whose source is missing. */
const worst = (figures: readonly string[]): string | undefined =>
  figures.find((words) => kindOf(words) === 'differs') ??
  figures.find((words) => words.startsWith('source runs of')) ??
  figures[0]

function findNames({ machine, secrets }: PlannedShare, leaving: readonly Leaving[], tally: SimulationTally): void {
  for (const { name, all } of leaving) {
    const text = all.toLowerCase()
    for (const secret of secrets) {
      const at = text.indexOf(secret)
      if (at >= 0) tally.leaked.push(`${machine} ${name}: ${text.slice(Math.max(0, at - 60), at + 60)}`)
    }
  }
}

/**
 * The sha256 as docs/sharing.md defines it: of the JSON file without address and hash, with sorted keys and no spaces.
 */
function hashOfJson(text: string): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [key, sorted(one)]),
    )
  }
  // A file that is not JSON throws here, which also fails the test.
  const {
    href: _href,
    sha256: _sha256,
    ...content
  } = JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>
  return hash('sha256', JSON.stringify(sorted(content)), 'hex')
}

function differenceOf(was = '', is = ''): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at++
  return ` at ${at}: ${JSON.stringify(was.slice(Math.max(0, at - 40), at + 80))} is ${JSON.stringify(is.slice(Math.max(0, at - 40), at + 80))}`
}
