import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { PlaceOutline } from '@assay/db/types'
import type { LaterNews } from '@assay/domain/finding/later-versions'
import { neighbourEntries, placeNoise } from '@assay/domain/verdict/neighbour-floor'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { hearNews } from './hear-news.ts'
import { judgePart } from './judge-part.ts'
import { planParts, type WantedPart } from './plan-parts.ts'
import { type PlacePoints, readPlace } from './read-place.ts'

/** What a look at the data of a product came to; `left` says that some of it was put off. */
export type Looked = { appeared: string[]; news: LaterNews[]; left: boolean }

/** So much of what nobody waits for is done in one look; the rest is for the next. */
const MOST_PUT_OFF_MS = 500
/** So many parts are stored together. */
const TOGETHER = 25

/**
 * Looks at what was measured of a product since the last look and stores what changed between its versions. What an
 * upload touched comes first. What it moved from afar, by noise that is now known to be another, nobody waits for: it
 * follows in slices. It may be done again, and by several workers: the same data give the same findings in whatever
 * order they came, and what people said of them stays.
 */
export async function findChanges(
  services: Pick<Services, 'db'>,
  { projectId, product }: { projectId: string; product: string },
  { mostPutOffMs = MOST_PUT_OFF_MS }: { mostPutOffMs?: number } = {},
): Promise<Looked> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // Taken away since it was asked for.
  if (project === undefined) return { appeared: [], news: [], left: false }
  const queries = services.db.in(scopeOf(project))
  const access = { project, role: null, queries }
  return queries.findings.alone(product, () => look(access, product, mostPutOffMs))
}

async function look(access: ProjectAccess, product: string, mostPutOffMs: number): Promise<Looked> {
  const { findings } = access.queries
  const [places, kept] = await Promise.all([findings.outline(product), findings.kept(product)])
  const touched = places.filter(({ id, state }) => kept.places.get(id) !== state)
  const points = await learnNoise(access, product, { places, touched, kept: [...kept.places.keys()] })
  const wanted = await planParts(access, places)
  const ids = new Set(wanted.map(({ id }) => id))
  const gone = [...kept.parts.keys()].filter((id) => !ids.has(id))
  const dirty = wanted.filter(({ id, state }) => kept.parts.get(id)?.state !== state)
  // The state of a part begins with that of its results.
  const [urgent, moved] = splitBy(dirty, ({ id, results }) => kept.parts.get(id)?.state.startsWith(results) !== true)

  const looked: Looked = { appeared: [], news: [], left: false }
  const gonePlaces = [...kept.places.keys()].filter((id) => places.every((place) => place.id !== id))
  if (gone.length > 0 || gonePlaces.length > 0) {
    looked.appeared.push(...(await findings.write(product, { parts: [], gone: { parts: gone, places: gonePlaces } })))
  }
  await judgeAll(access, product, urgent, points, looked, { rests: false })
  await settle(access, product, places, [...touched, ...urgent.map(({ place }) => place)], looked)

  const until = performance.now() + mostPutOffMs
  const done = await judgeAll(access, product, moved, points, looked, { rests: true, until })
  await settle(
    access,
    product,
    places,
    done.map(({ place }) => place),
    looked,
  )
  looked.left = done.length < moved.length
  return looked
}

/** Reads the places that are not as they were, and stores what their neighbouring versions say of noise. */
async function learnNoise(
  access: ProjectAccess,
  product: string,
  { places, touched, kept }: { places: readonly PlaceOutline[]; touched: readonly PlaceOutline[]; kept: string[] },
): Promise<PlacePoints> {
  const { findings, noise } = access.queries
  const known: PlacePoints = new Map()
  for (const place of touched) {
    const set = await readPlace(access, place)
    await findings.keepNoise(product, [{ id: place.id, noise: placeNoise(set.points, set.tests) }])
    // One upload touches one place; of many places at once, each is read again when its turn comes.
    if (touched.length === 1) known.set(place.id, set)
  }
  const isGone = kept.some((id) => places.every((place) => place.id !== id))
  if (touched.length > 0 || isGone) {
    const there = new Set(places.map(({ id }) => id))
    const noises = (await findings.noises(product)).filter(({ id }) => there.has(id))
    await noise.learn(product, neighbourEntries(noises.map((one) => one.noise)))
  }
  return known
}

async function judgeAll(
  access: ProjectAccess,
  product: string,
  parts: readonly WantedPart[],
  points: PlacePoints,
  looked: Looked,
  { rests, until = Number.POSITIVE_INFINITY }: { rests: boolean; until?: number },
): Promise<WantedPart[]> {
  const done: WantedPart[] = []
  for (const own of Map.groupBy(parts, ({ place }) => place.id).values()) {
    for (let start = 0; start < own.length && performance.now() < until; start += TOGETHER) {
      const some = own.slice(start, start + TOGETHER)
      const told = await judgeTogether(access, some, points, rests)
      looked.appeared.push(
        ...(await access.queries.findings.write(product, { parts: told, gone: { parts: [], places: [] } })),
      )
      done.push(...some)
    }
  }
  return done
}

async function judgeTogether(access: ProjectAccess, parts: readonly WantedPart[], points: PlacePoints, rests: boolean) {
  const [first] = parts
  if (first === undefined) return []
  const versions = [...new Set(parts.flatMap(({ pair: { from, to } }) => [from, to]))]
  const set = points.get(first.place.id) ?? (await readPlace(access, first.place, versions))
  const told = []
  for (const part of parts) {
    const began = performance.now()
    told.push(await judgePart(access, set, part))
    // Requests have their turn: whenever they want where somebody waits for it, else for as long as the pair took.
    await setTimeout(rests ? performance.now() - began : 0)
  }
  return told
}

async function settle(
  access: ProjectAccess,
  product: string,
  places: readonly PlaceOutline[],
  done: readonly PlaceOutline[],
  looked: Looked,
): Promise<void> {
  if (done.length === 0) return
  const hardware = [...new Set(done.map((place) => place.hardware))]
  looked.news.push(...(await hearNews(access, product, { places, hardware })))
  await access.queries.findings.settle([...new Set(done)])
}

function splitBy<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** Every product of a project, for a worker that starts and cannot know what it missed. */
export async function listProducts(services: Pick<Services, 'db'>, projectId: string): Promise<string[]> {
  return (await services.db.in(scopeOf({ id: projectId })).products.list()).map(({ name }) => name)
}
