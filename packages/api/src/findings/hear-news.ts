import type { PlaceOutline } from '@assay/db/types'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import {
  type LaterNews,
  laterValues,
  newestLater,
  newsFrom,
  versionsAfter,
} from '@assay/domain/findings/later-versions'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'

const WORSE = FindingFilters.parse({ direction: ['worse'], explained: true })
const MAX_REGRESSIONS = 10_000

/** What later versions say of the findings on some machines: the newest that measured enough of their tests. */
export async function hearNews(
  access: ProjectAccess,
  product: string,
  { places, hardware }: { places: readonly PlaceOutline[]; hardware: readonly string[] },
): Promise<LaterNews[]> {
  const { findings } = access.queries
  const stored = await findings.list({ ...WORSE, product: [product], hardware: [...hardware] }, MAX_REGRESSIONS)
  const heard: LaterNews[] = []
  const hear = async (news: LaterNews | null) => {
    if (news !== null && (await findings.hear(news.id, news.news, news.version))) heard.push(news)
  }
  let open = stored.map((finding) => ({ finding, versions: versionsAfter(finding, places) }))
  while (open.length > 0) {
    for (const { finding } of open.filter(({ versions }) => versions.length === 0)) await hear(newsFrom(finding, null))
    open = open.filter(({ versions }) => versions.length > 0)
    const values = await readLater(access, product, open)
    const silent: typeof open = []
    for (const { finding, versions } of open) {
      const later = newestLater(finding, values)
      if (later === null) silent.push({ finding, versions: versions.slice(1) })
      else await hear(newsFrom(finding, later))
    }
    // Their newest version has no value that counts: the one before it is asked.
    open = silent
  }
  return heard
}

type Asked = { finding: StoredFinding; versions: readonly string[] }

async function readLater(access: ProjectAccess, product: string, open: readonly Asked[]) {
  if (open.length === 0) return laterValues({ points: [], tests: [], metrics: [] })
  const changes = open.flatMap(({ finding }) => finding.changes)
  const comparison = {
    ...DEFAULT_COMPARISON,
    filters: {
      product: [product],
      hardware: [...new Set(open.map(({ finding }) => finding.hardware))],
      version: [...new Set(open.flatMap(({ versions }) => versions.slice(0, 1)))],
    },
  }
  return laterValues(await readPoints(access, comparison, [...new Set(changes.map(({ metric }) => metric))]))
}
