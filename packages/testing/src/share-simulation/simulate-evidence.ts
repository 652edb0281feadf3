import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { checkRevisions, count, isSame, tamper } from './check-evidence.ts'
import { chooseNumbers, type EvidencePlan, evidenceText, planEvidence, type WrittenFigure } from './plan-evidence.ts'
import { pointsOf, queryOf, type RandomChoices, seededChoices } from './plan-shares.ts'
import {
  type ChangeActions,
  drop,
  RANDOM_CHANGES,
  type RandomChange,
  renameEverywhere,
  runsOf,
} from './random-changes.ts'
import { type ModelGrid, type ModelPoint, modelGrid } from './share-model.ts'

/** A revision as a reader sees it: the badge or the problem of each figure, and the state of each number. */
export type SeenEvidence = { figures: { badge: string | null; problem: string | null }[]; numbers: string[] }

/** A revision as its exported file contains it. */
export type FrozenEvidenceFile = {
  text: string
  figures: { sha256: string | null; content: string | null }[]
  /** Markup of all figures. */
  drawn: string
}

export type EvidenceGround = ChangeActions & {
  project: string
  remove(runId: string): Promise<void>
  /**
   * Creates a spec.
   *
   * @returns its name.
   */
  create(title: string, text: string): Promise<string>
  revise(name: string, revision: { base: number; text: string; freezeAnew: number[] }): Promise<void>
  see(name: string, revision: number): Promise<SeenEvidence>
  file(name: string, revision: number): Promise<FrozenEvidenceFile>
  /** Stops the processes and starts them again on the same data. */
  restart(): Promise<void>
}

export type EvidenceTally = {
  specs: number
  snapshots: number
  /** Number of checked figures, and of checked numbers. */
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
export type Revision = { number: number; figures: Frozen[]; firstFile: FrozenEvidenceFile | null }
export type EvidenceSpec = {
  plan: EvidencePlan
  /** A separate generator, because specs are written concurrently and a seed must reproduce the simulation. */
  random: RandomChoices
  points: ModelPoint[]
  name: string
  gone: UploadDocument[]
  revisions: Revision[]
}

const AT_ONCE = 4

/** Changes by entry points, by a restore and by a migration. */
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
  // The machine is renamed last, because later runs then belong to another machine.
  const { 'rename the machine': _, ...changes } = RANDOM_CHANGES
  return { ...changes, 'remove a run': remove, 'remove another run': remove, 'import again': importAgain }
}

/** Freezes figures in many specs, makes random changes in rounds, and checks all specs after each round. */
export async function simulateEvidence(
  { snapshots, perSpec, rounds, seed }: { snapshots: number; perSpec: number; rounds: number; seed: number },
  ground: EvidenceGround,
  print: (line: string) => void = () => {},
): Promise<EvidenceTally> {
  const random = seededChoices(seed)
  const tally: EvidenceTally = {
    ...{ specs: 0, snapshots: 0, seen: 0, numbers: 0, flipped: 0 },
    ...{ done: {}, badges: {}, states: {} },
    ...{ changed: [], wrongHashes: [], wrongBadges: [], wrongNumbers: [], untold: [] },
  }
  const plans = Array.from({ length: Math.ceil(snapshots / perSpec) }, (_, at) => planEvidence(at, perSpec, random))
  const specs: EvidenceSpec[] = []
  const own = new Map(plans.map((plan, at) => [plan, seededChoices(seed * 100_003 + at)]))
  await forEachConcurrently(plans, AT_ONCE, async (plan) => {
    const spec = await write(plan, ground, own.get(plan) ?? random, tally)
    if (spec !== null) specs.push(spec)
  })
  specs.sort((a, b) => (a.plan.machine < b.plan.machine ? -1 : 1))
  tally.specs = specs.length
  print(`${tally.snapshots} figures in ${specs.length} specs are frozen`)
  await forEachConcurrently(specs, AT_ONCE, (spec) => checkRevisions(spec, ground, tally))
  for (let round = 1; round <= rounds; round++) {
    await forEachConcurrently(specs, AT_ONCE, (spec) => change(spec, ground, tally))
    if (round === rounds) await rename(specs, ground, random, tally)
    await ground.restart()
    await forEachConcurrently(specs, AT_ONCE, async (spec) => {
      if (spec.random.chance(0.3)) await rewrite(spec, ground, tally)
    })
    await forEachConcurrently(specs, AT_ONCE, (spec) => checkRevisions(spec, ground, tally))
    print(`round ${round}: ${JSON.stringify(tally.done)}, wrong: ${wrongOf(tally)}`)
  }
  await forEachConcurrently(specs, AT_ONCE, (spec) => tamper(spec, ground, tally))
  await forEachConcurrently(specs, AT_ONCE, async (spec) => {
    for (const runId of runsOf(spec.points)) await ground.remove(runId)
    drop(spec.points, () => true)
    await checkRevisions(spec, ground, tally)
  })
  print(`all runs are gone, wrong: ${wrongOf(tally)}`)
  return tally
}

const wrongOf = ({ changed, wrongHashes, wrongBadges, wrongNumbers, untold }: EvidenceTally) =>
  [changed, wrongHashes, wrongBadges, wrongNumbers, untold].map(({ length }) => length).join(', ')

async function write(
  plan: EvidencePlan,
  ground: EvidenceGround,
  random: RandomChoices,
  tally: EvidenceTally,
): Promise<EvidenceSpec | null> {
  for (const document of plan.documents) await ground.upload(document)
  const points = plan.documents.flatMap(pointsOf)
  // A filter may leave no results, and such a figure cannot be frozen.
  const shapes = plan.shapes.filter((shape) => modelGrid(points, shape).cells.size > 0)
  if (shapes.length === 0) return null
  const figures = shapes.map((shape, at): WrittenFigure => ({ name: `f${at}`, shape, numbers: [] }))
  const name = await ground.create(`On ${plan.machine}`, evidenceText(ground.project, figures, 'First.'))
  const spec: EvidenceSpec = { plan, random, points, name, gone: [], revisions: [] }
  await quote(spec, figures, new Map(), ground, tally)
  return spec
}

/**
 * Adds numbers to a revision that lacks them for new figures: reads the frozen figures and stores the next revision.
 *
 * @param old frozen figures of earlier revisions, for figures that did not change.
 */
async function quote(
  { plan, random, points, name, revisions }: EvidenceSpec,
  figures: readonly WrittenFigure[],
  old: ReadonlyMap<string, Frozen>,
  ground: EvidenceGround,
  tally: EvidenceTally,
): Promise<void> {
  const base = (revisions.at(-1)?.number ?? 0) + 1
  const { figures: remaining } = await ground.file(name, base)
  const frozen = figures.map((figure, at): Frozen => {
    const known = old.get(figure.name)
    const { sha256, content } = remaining[at] ?? { sha256: null, content: null }
    if (known !== undefined) {
      if (known.sha256 !== sha256) tally.changed.push(`${plan.machine} ${figure.name}: another snapshot`)
      return { ...known, name: figure.name }
    }
    const answer = modelGrid(points, figure.shape)
    // `freezeFigure` wrote the content.
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
    firstFile: null,
  })
  await ground.revise(name, { base, text: evidenceText(ground.project, frozen, `After ${base}.`), freezeAnew: [] })
  revisions.push({ number: base + 1, figures: frozen, firstFile: null })
  tally.snapshots += figures.length - old.size
}

async function change({ plan, random, points, gone }: EvidenceSpec, ground: EvidenceGround, tally: EvidenceTally) {
  const changes = changesOf(ground, gone)
  for (let left = random.below(4); left > 0; left--) {
    const name = random.of(Object.keys(changes))
    await changes[name]?.(plan, points, random, ground)
    count(tally.done, name)
  }
}

/** Renames machines, versions and a product. */
async function rename(
  specs: readonly EvidenceSpec[],
  ground: EvidenceGround,
  random: RandomChoices,
  tally: EvidenceTally,
) {
  for (const { plan, points } of specs) {
    if (!random.chance(0.1)) continue
    await RANDOM_CHANGES['rename the machine']?.(plan, points, random, ground)
    count(tally.done, 'rename the machine')
  }
  const all = specs.map(({ points }) => points)
  for (let at = 0; at <= specs.length / 50; at++) await renameEverywhere(all, random, ground, 'version')
  await renameEverywhere(all, random, ground, 'product')
}

/** Writes the next revision: figures are reordered, and some are frozen again. */
async function rewrite(spec: EvidenceSpec, ground: EvidenceGround, tally: EvidenceTally) {
  const { random } = spec
  const last = spec.revisions.at(-1)
  if (last === undefined) return
  const figures = [...last.figures]
  const [moved] = figures.splice(random.below(figures.length), 1)
  if (moved !== undefined) figures.push(moved)
  const anew = figures.map(() => random.chance(0.2))
  const again = figures.map((figure, at) => (anew[at] === true ? { ...figure, numbers: [] } : figure))
  const freezeAnew = anew.flatMap((one, at) => (one ? [at + 1] : []))
  const text = evidenceText(ground.project, again, `Rewritten after ${last.number}.`)
  await ground.revise(spec.name, { base: last.number, text, freezeAnew })
  // Frozen content stays if there are no results to freeze.
  const isUnchanged = ({ shape }: Frozen, at: number) =>
    anew[at] !== true || modelGrid(spec.points, shape).cells.size === 0
  const old = new Map(again.flatMap((figure, at) => (isUnchanged(figure, at) ? [[figure.name, figure]] : [])))
  count(tally.done, 'write again')
  await quote(spec, again, old, ground, tally)
}
