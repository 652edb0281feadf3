import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { FindingPart, KeptStates, PlaceOutline } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import type { LaterNews } from '@assay/domain/findings/later-versions'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { hearNews } from './hear-news.ts'
import { judgePart } from './judge-part.ts'
import { learnNoise, learnSteps, stepsState } from './learn-noise.ts'
import { type PlannedPart, planParts, type WantedPart, withNoiseState } from './plan-parts.ts'
import { makePlaceReader, type PlaceReader } from './read-place.ts'

/**
 * Result of a scan of a product: the findings that appeared, how many pairs of versions had other results than before,
 * and whether work is left for the next scan.
 */
export type Looked = { appeared: string[]; news: LaterNews[]; touched: number; left: boolean }

/** More pairs of versions than these come of uploads that pour in, or of a first look: requests go before it. */
export const POURING = 100
/** Maximum duration of one scan, apart from the piece of work that is under way then; the rest is left for the next. */
const MAX_SCAN_MS = 5_000
/** The same for pairs of versions whose results did not change, only the noise estimate: nobody waits for these. */
const MAX_PUT_OFF_MS = 200
/** Maximum number of parts that are read and stored together, of those that somebody waits for and of the others. */
const TOGETHER = 25
const TOGETHER_WHEN_PUT_OFF = 2

/**
 * Scans what was measured of a product since the last scan and stores what changed between its versions. Pairs of
 * versions with new results come first; pairs that only rest on another noise estimate follow in slices. Every piece of
 * work is stored when it is done, so a scan that is interrupted, by a restart or by its time limit, is resumed and does
 * not start anew. It may be repeated, and by several workers: the same data give the same findings in whatever order
 * they came, and what people said of them stays.
 *
 * @param maxMs time after which no new piece of work is begun; each scan completes at least one.
 */
export async function findChanges(
  services: Pick<Services, 'db'>,
  { projectId, product }: { projectId: string; product: string },
  maxMs = MAX_SCAN_MS,
): Promise<Looked> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // Deleted since the job was created.
  if (project === undefined) return { appeared: [], news: [], touched: 0, left: false }
  const queries = services.db.in(scopeOf(project))
  const access = { project, role: null, queries }
  return queries.findings.alone(product, () => scan(access, product, maxMs))
}

async function scan(access: ProjectAccess, product: string, maxMs: number): Promise<Looked> {
  const until = performance.now() + maxMs
  const { findings } = access.queries
  const [places, kept] = await Promise.all([findings.outline(product), findings.kept(product)])
  const planned = planParts(places)
  const touched = places.filter(({ id, state }) => kept.places.get(id) !== state)
  // The state of a part begins with that of its results.
  const isTouched = ({ id, results }: PlannedPart) => kept.parts.get(id)?.state.startsWith(results) !== true
  const read = makePlaceReader(access)
  const looked: Looked = { appeared: [], news: [], touched: planned.filter(isTouched).length, left: false }
  const withoutSteps = planned.filter((part) => isTouched(part) && kept.parts.get(part.id)?.state !== stepsState(part))
  if (!(await learnSteps(access, product, { parts: withoutSteps, read, together: TOGETHER, until }))) {
    return { ...looked, left: true }
  }
  await learnNoise(access, product, { places, touched, planned, kept })

  const wanted = await withNoiseState(access, places, planned)
  const urgent = wanted.filter(isTouched)
  await dropGone(access, product, { places, wanted, kept }, looked)
  const work = { access, product, places, read, looked }
  const judged = await judgeAll(work, urgent, { together: TOGETHER, rests: urgent.length > POURING, until })
  if (judged < urgent.length) return { ...looked, left: true }
  await settle(work, touched)

  const moved = wanted.filter((part) => !isTouched(part) && kept.parts.get(part.id)?.state !== part.state)
  const slice = { together: TOGETHER_WHEN_PUT_OFF, rests: true, until: performance.now() + MAX_PUT_OFF_MS }
  looked.left = (await judgeAll(work, moved, slice)) < moved.length
  return looked
}

type Work = {
  access: ProjectAccess
  product: string
  places: readonly PlaceOutline[]
  read: PlaceReader
  looked: Looked
}

/** Judges pairs of versions, some at a time, and stores them with their findings. @returns how many before `until`. */
async function judgeAll(
  work: Work,
  parts: readonly WantedPart[],
  { together, rests, until }: { together: number; rests: boolean; until: number },
): Promise<number> {
  const { access, product, read, looked } = work
  const done: WantedPart[] = []
  for await (const { parts: some, set } of read(parts, together)) {
    const told = await judgeTogether(access, some, set, rests)
    const gone = { parts: [], places: [] }
    looked.appeared.push(...(await access.queries.findings.write(product, { parts: told, gone })))
    done.push(...some)
    if (performance.now() >= until) break
  }
  const open = new Set(parts.slice(done.length).map(({ place }) => place))
  await settle(
    work,
    done.flatMap(({ place }) => (open.has(place) ? [] : [place])),
  )
  return done.length
}

async function judgeTogether(
  access: ProjectAccess,
  parts: readonly WantedPart[],
  set: PointSet,
  rests: boolean,
): Promise<FindingPart[]> {
  const told: FindingPart[] = []
  for (const part of parts) {
    const began = performance.now()
    told.push(await judgePart(access, set, part))
    // Requests are served between two parts: at once where somebody waits for the scan, else for as long as the part took.
    await setTimeout(rests ? performance.now() - began : 0)
  }
  return told
}

/** Hears what later versions say of findings there, and then says that all of these places was looked at. */
async function settle({ access, product, places, looked }: Work, done: readonly PlaceOutline[]): Promise<void> {
  if (done.length === 0) return
  const hardware = [...new Set(done.map((place) => place.hardware))]
  looked.news.push(...(await hearNews(access, product, { places, hardware })))
  await access.queries.findings.settle([...new Set(done)])
}

/** Pairs of versions and places that are no more: runs were taken out, or a version came in between. */
async function dropGone(
  access: ProjectAccess,
  product: string,
  { places, wanted, kept }: { places: readonly PlaceOutline[]; wanted: readonly WantedPart[]; kept: KeptStates },
  looked: Looked,
): Promise<void> {
  const [thereParts, therePlaces] = [idsOf(wanted), idsOf(places)]
  const gone = {
    parts: [...kept.parts.keys()].filter((id) => !thereParts.has(id)),
    places: [...kept.places.keys()].filter((id) => !therePlaces.has(id)),
  }
  if (gone.parts.length === 0 && gone.places.length === 0) return
  looked.appeared.push(...(await access.queries.findings.write(product, { parts: [], gone })))
}

const idsOf = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id))

/** Every product of a project, for a worker that starts and cannot know what it missed. */
export async function listProducts(services: Pick<Services, 'db'>, projectId: string): Promise<string[]> {
  return (await services.db.in(scopeOf({ id: projectId })).products.list()).map(({ name }) => name)
}
