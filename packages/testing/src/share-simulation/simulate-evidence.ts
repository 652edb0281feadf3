import { hash } from 'node:crypto'
import { rewriteHistory } from '@assay/db/testing'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import {
  cellsOfModel,
  chooseNumbers,
  type EvidencePlan,
  evidenceText,
  expectedStates,
  planEvidence,
  type WrittenFigure,
} from './plan-evidence.ts'
import { pointsOf, queryOf, type Random, seededRandom } from './plan-shares.ts'
import {
  type ChangeActions,
  drop,
  RANDOM_CHANGES,
  type RandomChange,
  renameEverywhere,
  runsOf,
} from './random-changes.ts'
import { expectedBadge, type FigureShape, type ModelGrid, type ModelPoint, modelGrid } from './share-model.ts'

/** A revision as a reader sees it: the badge or the problem of each figure, and the state of each number. */
export type SeenEvidence = { figures: { badge: string | null; problem: string | null }[]; numbers: string[] }

/** A revision as its file has it. */
export type FrozenEvidenceFile = {
  text: string
  figures: { sha256: string | null; content: string | null }[]
  /** Markup of its figures. */
  drawn: string
}

export type EvidenceGround = ChangeActions & {
  project: string
  remove(runId: string): Promise<void>
  /** @returns its name. */
  create(title: string, text: string): Promise<string>
  revise(name: string, revision: { base: number; text: string; freezeAnew: number[] }): Promise<void>
  see(name: string, revision: number): Promise<SeenEvidence>
  file(name: string, revision: number): Promise<FrozenEvidenceFile>
  /** Ends the processes and starts them again on the same data. */
  restart(): Promise<void>
}

export type EvidenceTally = {
  specs: number
  snapshots: number
  /** How many figures were looked at, and numbers. */
  seen: number
  numbers: number
  done: Record<string, number>
  badges: Record<string, number>
  states: Record<string, number>
  changed: string[]
  wrongHashes: string[]
  wrongBadges: string[]
  wrongNumbers: string[]
  flipped: number
  /** Changed bytes that the next page did not report, or reported for another figure. */
  untold: string[]
}

type Frozen = WrittenFigure & { answer: ModelGrid; sha256: string }
type Revision = { number: number; figures: Frozen[]; kept: FrozenEvidenceFile | null }
type Trial = {
  plan: EvidencePlan
  /** A generator of its own, because specs are written concurrently and one seed must give one simulation. */
  random: Random
  points: ModelPoint[]
  name: string
  gone: UploadDocument[]
  revisions: Revision[]
}

const AT_ONCE = 4

/** Changes by entry points of people, by a restore and by a migration. */
function changesOf(ground: EvidenceGround, gone: UploadDocument[]): Readonly<Record<string, RandomChange>> {
  const remove: RandomChange = async ({ documents }, points, random) => {
    if (points.length === 0) return
    const runId = random.of(runsOf(points))
    await ground.remove(runId)
    drop(points, (point) => point.runId === runId)
    gone.push(...documents.filter((document) => document.runId === runId))
  }
  const importAgain: RandomChange = async (_, points) => {
    for (const document of gone.splice(0)) {
      await ground.upload(document)
      points.push(...pointsOf(document))
    }
  }
  // Renaming the machine comes last, because later runs then belong to another machine.
  const { 'rename the machine': _, ...changes } = RANDOM_CHANGES
  return { ...changes, 'remove a run': remove, 'remove another run': remove, 'import again': importAgain }
}

/** Freezes figures in many specs, makes random changes in rounds, and checks all specs after each round. */
export async function simulateEvidence(
  { snapshots, perSpec, rounds, seed }: { snapshots: number; perSpec: number; rounds: number; seed: number },
  ground: EvidenceGround,
  tell: (line: string) => void = () => {},
): Promise<EvidenceTally> {
  const random = seededRandom(seed)
  const tally: EvidenceTally = {
    ...{ specs: 0, snapshots: 0, seen: 0, numbers: 0, flipped: 0 },
    ...{ done: {}, badges: {}, states: {} },
    ...{ changed: [], wrongHashes: [], wrongBadges: [], wrongNumbers: [], untold: [] },
  }
  const plans = Array.from({ length: Math.ceil(snapshots / perSpec) }, (_, at) => planEvidence(at, perSpec, random))
  const trials: Trial[] = []
  const own = new Map(plans.map((plan, at) => [plan, seededRandom(seed * 100_003 + at)]))
  await inTurns(plans, async (plan) => {
    const trial = await write(plan, ground, own.get(plan) ?? random, tally)
    if (trial !== null) trials.push(trial)
  })
  trials.sort((a, b) => (a.plan.machine < b.plan.machine ? -1 : 1))
  tally.specs = trials.length
  tell(`${tally.snapshots} figures in ${trials.length} specs are frozen`)
  await inTurns(trials, (trial) => look(trial, ground, tally))
  for (let round = 1; round <= rounds; round++) {
    await inTurns(trials, (trial) => change(trial, ground, tally))
    if (round === rounds) await rename(trials, ground, random, tally)
    await ground.restart()
    await inTurns(trials, async (trial) => {
      if (trial.random.chance(0.3)) await rewrite(trial, ground, tally)
    })
    await inTurns(trials, (trial) => look(trial, ground, tally))
    tell(`round ${round}: ${JSON.stringify(tally.done)}, wrong: ${wrongOf(tally)}`)
  }
  await inTurns(trials, (trial) => flip(trial, ground, tally))
  await inTurns(trials, async (trial) => {
    for (const runId of runsOf(trial.points)) await ground.remove(runId)
    drop(trial.points, () => true)
    await look(trial, ground, tally)
  })
  tell(`all runs are gone, wrong: ${wrongOf(tally)}`)
  return tally
}

const wrongOf = ({ changed, wrongHashes, wrongBadges, wrongNumbers, untold }: EvidenceTally) =>
  [changed, wrongHashes, wrongBadges, wrongNumbers, untold].map(({ length }) => length).join(', ')

async function write(
  plan: EvidencePlan,
  ground: EvidenceGround,
  random: Random,
  tally: EvidenceTally,
): Promise<Trial | null> {
  for (const document of plan.documents) await ground.upload(document)
  const points = plan.documents.flatMap(pointsOf)
  // A filter may have left nothing: such a figure cannot be frozen.
  const shapes = plan.shapes.filter((shape) => modelGrid(points, shape).cells.size > 0)
  if (shapes.length === 0) return null
  const figures = shapes.map((shape, at): WrittenFigure => ({ name: `f${at}`, shape, numbers: [] }))
  const name = await ground.create(`On ${plan.machine}`, evidenceText(ground.project, figures, 'First.'))
  const trial: Trial = { plan, random, points, name, gone: [], revisions: [] }
  await quote(trial, figures, new Map(), ground, tally)
  return trial
}

/**
 * After a revision without numbers for what is new in it: reads what was frozen, and stores the next with numbers.
 *
 * @param old what earlier revisions froze, of the figures that keep it.
 */
async function quote(
  { plan, random, points, name, revisions }: Trial,
  figures: readonly WrittenFigure[],
  old: ReadonlyMap<string, Frozen>,
  ground: EvidenceGround,
  tally: EvidenceTally,
): Promise<void> {
  const base = (revisions.at(-1)?.number ?? 0) + 1
  const { figures: kept } = await ground.file(name, base)
  const frozen = figures.map((figure, at): Frozen => {
    const known = old.get(figure.name)
    const { sha256, content } = kept[at] ?? { sha256: null, content: null }
    if (known !== undefined) {
      if (known.sha256 !== sha256) tally.changed.push(`${plan.machine} ${figure.name}: another snapshot`)
      return { ...known, name: figure.name }
    }
    const answer = modelGrid(points, figure.shape)
    // As `freezeFigure` wrote it.
    const grid = content === null ? null : (JSON.parse(content) as FrozenFigure).grid
    if (sha256 === null || grid === null || !isSame(grid, figure.shape, answer)) {
      tally.wrongHashes.push(`${plan.machine} ${figure.name} is not what was uploaded: ${queryOf(figure.shape)}`)
    }
    const numbers = grid === null ? [] : chooseNumbers({ name: figure.name, grid, shape: figure.shape }, random)
    return { ...figure, numbers, answer, sha256: sha256 ?? '' }
  })
  revisions.push({
    number: base,
    figures: figures.map((one, at) => ({ ...(frozen[at] as Frozen), numbers: one.numbers })),
    kept: null,
  })
  await ground.revise(name, { base, text: evidenceText(ground.project, frozen, `After ${base}.`), freezeAnew: [] })
  revisions.push({ number: base + 1, figures: frozen, kept: null })
  tally.snapshots += figures.length - old.size
}

/** True when a frozen grid has exactly the cells of the model. */
function isSame(grid: Parameters<typeof cellsOfModel>[0], shape: FigureShape, { cells }: ModelGrid): boolean {
  const own = cellsOfModel(grid, shape)
  const near = (a: number | null, b: number | null) =>
    a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * Math.abs(b)
  return (
    own.length === cells.size &&
    own.every(({ name, cell }) => {
      const right = cells.get(name)
      return (
        right !== undefined &&
        near(cell.value, right.value) &&
        (shape.show === 'absolute' || near(cell.ratio, right.ratio))
      )
    })
  )
}

async function change({ plan, random, points, gone }: Trial, ground: EvidenceGround, tally: EvidenceTally) {
  const changes = changesOf(ground, gone)
  for (let left = random.below(4); left > 0; left--) {
    const name = random.of(Object.keys(changes))
    await changes[name]?.(plan, points, random, ground)
    count(tally.done, name)
  }
}

/** Gives machines, versions and a product other names. */
async function rename(trials: readonly Trial[], ground: EvidenceGround, random: Random, tally: EvidenceTally) {
  for (const { plan, points } of trials) {
    if (!random.chance(0.1)) continue
    await RANDOM_CHANGES['rename the machine']?.(plan, points, random, ground)
    count(tally.done, 'rename the machine')
  }
  const all = trials.map(({ points }) => points)
  for (let at = 0; at <= trials.length / 50; at++) await renameEverywhere(all, random, ground, 'version')
  await renameEverywhere(all, random, ground, 'product')
}

/** A next revision: figures stand in another order, and some are frozen anew. */
async function rewrite(trial: Trial, ground: EvidenceGround, tally: EvidenceTally) {
  const { random } = trial
  const last = trial.revisions.at(-1)
  if (last === undefined) return
  const figures = [...last.figures]
  const [moved] = figures.splice(random.below(figures.length), 1)
  if (moved !== undefined) figures.push(moved)
  const anew = figures.map(() => random.chance(0.2))
  const again = figures.map((figure, at) => (anew[at] === true ? { ...figure, numbers: [] } : figure))
  const freezeAnew = anew.flatMap((one, at) => (one ? [at + 1] : []))
  const text = evidenceText(ground.project, again, `Rewritten after ${last.number}.`)
  await ground.revise(trial.name, { base: last.number, text, freezeAnew })
  // Where nothing is left to freeze, what was frozen stays.
  const isKept = ({ shape }: Frozen, at: number) => anew[at] !== true || modelGrid(trial.points, shape).cells.size === 0
  const old = new Map(again.flatMap((figure, at) => (isKept(figure, at) ? [[figure.name, figure]] : [])))
  count(tally.done, 'write again')
  await quote(trial, again, old, ground, tally)
}

/** Checks the newest revision and another one. */
async function look({ plan, points, name, revisions }: Trial, ground: EvidenceGround, tally: EvidenceTally) {
  const newest = revisions.at(-1)
  const older = revisions[(tally.seen + revisions.length) % revisions.length]
  for (const revision of new Set([newest, older])) {
    if (revision === undefined) continue
    const { number, figures } = revision
    const at = `${plan.machine} ${name} revision ${number}`
    const seen = await ground.see(name, number)
    const states = figures.flatMap(({ numbers, answer, shape }) => {
      const today = modelGrid(points, shape, answer.bases)
      return numbers.map((one) => ({ one, right: expectedStates(one, answer, today) }))
    })
    if (seen.figures.length !== figures.length || seen.numbers.length !== states.length) {
      tally.wrongBadges.push(`${at} shows ${seen.figures.length} figures and ${seen.numbers.length} numbers`)
    }
    for (const [place, { name: figure, shape, answer }] of figures.entries()) {
      const right = expectedBadge(answer, modelGrid(points, shape, answer.bases), shape.show)
      const { badge, problem } = seen.figures[place] ?? { badge: null, problem: 'it is missing' }
      const words = badge ?? `not shown: ${problem}`
      tally.seen += 1
      count(tally.badges, kindOf(words))
      if (!right.includes(words))
        tally.wrongBadges.push(`${at} ${figure}: "${words}" and not "${right.join('" or "')}" for ${queryOf(shape)}`)
    }
    for (const [place, { one, right }] of states.entries()) {
      const state = seen.numbers[place] ?? 'missing'
      tally.numbers += 1
      count(tally.states, state)
      if (!right.includes(state))
        tally.wrongNumbers.push(
          `${at} ${one.text} of ${one.cell} (${one.href}): ${state} and not ${right.join(' or ')}`,
        )
    }
    await compareFile(at, revision, await ground.file(name, number), tally)
  }
}

async function compareFile(at: string, revision: Revision, file: FrozenEvidenceFile, tally: EvidenceTally) {
  for (const [place, { sha256, content }] of file.figures.entries()) {
    const own = content === null ? null : hash('sha256', content, 'hex')
    if (sha256 === null || own !== sha256 || sha256 !== revision.figures[place]?.sha256) {
      tally.wrongHashes.push(`${at} figure ${place + 1}: ${sha256}, of its content ${own}`)
    }
  }
  const { kept } = revision
  if (kept === null) revision.kept = file
  else if (kept.text !== file.text || kept.drawn !== file.drawn) tally.changed.push(`${at}: its text or its figures`)
}

/** Changes one byte of a figure, or takes it away: the next page says so, of this figure alone. */
async function flip({ name, random, revisions }: Trial, ground: EvidenceGround, tally: EvidenceTally) {
  const newest = revisions.at(-1)
  if (newest === undefined) return
  const { sha256 } = random.of(newest.figures)
  const before = await ground.see(name, newest.number)
  const { figures } = await ground.file(name, newest.number)
  const content = figures.find((one) => one.sha256 === sha256)?.content ?? ''
  const at = random.below(content.length)
  await rewriteHistory.flipByte(ground.databaseUrl, sha256, at)
  const after = await ground.see(name, newest.number)
  tally.flipped += 1
  for (const [place, figure] of newest.figures.entries()) {
    const { badge = null, problem = null } = after.figures[place] ?? {}
    const isTold =
      figure.sha256 === sha256
        ? badge === null && /hash differs/.test(problem ?? '')
        : badge === before.figures[place]?.badge
    if (!isTold) tally.untold.push(`${name} figure ${place + 1}, byte ${at}: ${badge ?? problem}`)
  }
  await rewriteHistory.flipByte(ground.databaseUrl, sha256, at)
  const again = await ground.see(name, newest.number)
  if (JSON.stringify(again) !== JSON.stringify(before)) tally.untold.push(`${name}: not as before`)
}

const kindOf = (words: string) =>
  /^frozen [\d.e-]+, today/.test(words) ? 'differs' : words.replace(/\d+ cells?/, 'n cells')

function count(counts: Record<string, number>, name: string) {
  counts[name] = (counts[name] ?? 0) + 1
}

async function inTurns<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
    }),
  )
}
