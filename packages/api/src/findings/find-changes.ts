import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { metricsToExplain } from '@assay/domain/explain/explain-cells'
import { groupChanges, type Judged } from '@assay/domain/finding/group-changes'
import { judgeInParts } from '@assay/domain/finding/judge-versions'
import { type LaterNews, newsOf } from '@assay/domain/finding/later-versions'
import { FindingFilters } from '@assay/domain/finding/stored-finding'
import { neighbourEntries, placeNoise } from '@assay/domain/verdict/neighbour-floor'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints, withNoise } from '../comparisons/read-comparison.ts'
import type { Services } from '../services.ts'

/** What a look at the data of a product came to. */
export type Looked = { appeared: string[]; news: LaterNews[] }

const EVERYTHING = FindingFilters.parse({})
const MOST_OPEN = 10_000

/**
 * Looks at all that was measured of a product and stores what changed between its versions. It may be done again, and by
 * several workers at once: the same data give the same findings, and what people said of them stays.
 */
export async function findChanges(
  services: Pick<Services, 'db'>,
  { projectId, product }: { projectId: string; product: string },
): Promise<Looked> {
  const project = (await services.db.projects.list()).find(({ id }) => id === projectId)
  // Taken away since it was asked for.
  if (project === undefined) return { appeared: [], news: [] }
  const queries = services.db.in(scopeOf(project))
  const points = await readProduct({ project, role: null, queries }, product)
  const appeared = await queries.findings.replace(product, groupChanges(await judgePatiently(points, product)))
  const stored = await queries.findings.list({ ...EVERYTHING, product: [product] }, MOST_OPEN)
  const news: Looked['news'] = []
  for (const one of newsOf(stored, points)) {
    if (await queries.findings.hear(one.id, one.news, one.version)) news.push(one)
  }
  return { appeared, news }
}

/** Between two pairs of versions requests have their turn, for as long as the pair took. */
async function judgePatiently(points: PointSet, product: string): Promise<Judged[]> {
  const judged: Judged[] = []
  let began = performance.now()
  for (const part of judgeInParts(points, product)) {
    judged.push(...part)
    await setTimeout(performance.now() - began)
    began = performance.now()
  }
  return judged
}

/** Every product of a project, for a worker that starts and cannot know what it missed. */
export async function listProducts(services: Pick<Services, 'db'>, projectId: string): Promise<string[]> {
  return (await services.db.in(scopeOf({ id: projectId })).products.list()).map(({ name }) => name)
}

/** All results of the product; what its neighbouring versions say of noise is stored first, so that pages say the same. */
async function readProduct(access: ProjectAccess, product: string): Promise<PointSet> {
  const comparison: Comparison = {
    ...DEFAULT_COMPARISON,
    filters: { product: [product] },
    base: { kind: 'first-column' },
  }
  const set = await readPoints(access, comparison, metricsToExplain(comparison))
  await access.queries.noise.learn(
    product,
    neighbourEntries(byPlace(set).map((points) => placeNoise(points, set.tests))),
  )
  return withNoise(access, set, comparison)
}

const byPlace = ({ points }: PointSet) => [
  ...Map.groupBy(points, ({ coordinates: { hardware, benchmark, workload } }) =>
    JSON.stringify([hardware, benchmark, workload]),
  ).values(),
]
