import { scopeOf } from '@assay/db/open'
import type { ProjectQueries } from '@assay/db/types'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { metricsToExplain } from '@assay/domain/explain/explain-cells'
import { groupChanges } from '@assay/domain/finding/group-changes'
import { judgeVersions } from '@assay/domain/finding/judge-versions'
import { type LaterNews, newsOf } from '@assay/domain/finding/later-versions'
import { FindingFilters } from '@assay/domain/finding/stored-finding'
import { eitherFloor, neighbourFloors } from '@assay/domain/verdict/neighbour-floor'
import { noiseFloors } from '@assay/domain/verdict/noise-floor'
import { repeatGroups } from '@assay/domain/verdict/repeat-groups'
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
  const queries = services.db.in(scopeOf({ id: projectId }))
  const points = await readProduct(queries, product)
  const appeared = await queries.findings.replace(product, groupChanges(judgeVersions(points, product)))
  const stored = await queries.findings.list({ ...EVERYTHING, product: [product] }, MOST_OPEN)
  const news: Looked['news'] = []
  for (const one of newsOf(stored, points)) {
    if (await queries.findings.hear(one.id, one.news, one.version)) news.push(one)
  }
  return { appeared, news }
}

/** Every product of a project, for a worker that starts and cannot know what it missed. */
export async function listProducts(services: Pick<Services, 'db'>, projectId: string): Promise<string[]> {
  return (await services.db.in(scopeOf({ id: projectId })).products.list()).map(({ name }) => name)
}

async function readProduct(queries: ProjectQueries, product: string): Promise<PointSet> {
  const set = await queries.cells.list({
    filters: { product: [product] },
    metrics: metricsToExplain(DEFAULT_COMPARISON),
    newestOnly: true,
    allSteps: false,
  })
  const repeats = set.floors ?? noiseFloors(repeatGroups(set.points, set.tests))
  return { ...set, floors: eitherFloor(repeats, neighbourFloors(set.points, set.tests)) }
}
