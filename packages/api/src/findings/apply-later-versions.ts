import type { EnvironmentOutline } from '@assay/db/types'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import {
  type LaterTransition,
  laterValues,
  newestLater,
  transitionFrom,
  versionsAfter,
} from '@assay/domain/findings/later-versions'
import { FindingFilters, type StoredFinding } from '@assay/domain/findings/stored-finding'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readPoints } from '../comparisons/read-comparison.ts'

const WORSE = FindingFilters.parse({ direction: ['worse'], explained: true })
const MAX_REGRESSIONS = 10_000

/**
 * Marks regressions on some machines as fixed or reopened, by the newest later version that measured enough of their
 * tests.
 */
export async function applyLaterVersions(
  access: ProjectAccess,
  product: string,
  { environments, hardware }: { environments: readonly EnvironmentOutline[]; hardware: readonly string[] },
): Promise<LaterTransition[]> {
  const { findings } = access.queries
  const stored = await findings.list({ ...WORSE, product: [product], hardware: [...hardware] }, MAX_REGRESSIONS)
  const applied: LaterTransition[] = []
  const apply = async (later: LaterTransition | null) => {
    if (later === null) return
    if (await findings.applyTransition(later.id, later.transition, later.version)) applied.push(later)
  }
  let open = stored.map((finding) => ({ finding, versions: versionsAfter(finding, environments) }))
  while (open.length > 0) {
    for (const { finding } of open.filter(({ versions }) => versions.length === 0)) {
      await apply(transitionFrom(finding, null))
    }
    open = open.filter(({ versions }) => versions.length > 0)
    const values = await readLater(access, product, open)
    const undecided: typeof open = []
    for (const { finding, versions } of open) {
      const later = newestLater(finding, values)
      if (later === null) undecided.push({ finding, versions: versions.slice(1) })
      else await apply(transitionFrom(finding, later))
    }
    // The newest version of these findings has no valid value, so the version before it is tried.
    open = undecided
  }
  return applied
}

type Open = { finding: StoredFinding; versions: readonly string[] }

async function readLater(access: ProjectAccess, product: string, open: readonly Open[]) {
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
