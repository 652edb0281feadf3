import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { pointsNeeded } from '@assay/domain/compare/points-needed'
import { FindingDirection } from '@assay/domain/findings/finding'
import { SPEC_KINDS } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { StoredComparison } from '../../crud/shares/share-rows.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RunReferences } from '../../types.ts'
import { filterRuns, prepareFilter } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'

const Row = z.object({
  notes: z.int(),
  files: z.int(),
  findings: z.array(z.object({ id: z.string(), from: z.string(), to: z.string(), direction: FindingDirection })),
  saved: z.array(z.object({ slug: z.string(), title: z.string(), query: z.string() })),
  shares: z.array(z.object({ title: z.string(), comparisons: z.array(StoredComparison) })),
  reports: z.array(z.object({ slug: z.string(), title: z.string(), version: z.int() })),
  specs: z.array(z.object({ kind: z.enum(SPEC_KINDS), number: z.int(), title: z.string(), revision: z.int() })),
})

/** Frozen figures name the runs of their cells; only the newest revision that shows the run is listed. */
const REFERENCES = `
  with frozen as (
    select array_agg(figure_id) as ids from report_figure_run where project_id = $1 and run_id = $2::uuid)
  select
    (select count(*)::int from annotation where project_id = $1 and run_id = $2::uuid) as notes,
    (select count(distinct sha256)::int from attachment where project_id = $1 and run_id = $2::uuid) as files,
    (select coalesce(json_agg(json_build_object('id', id, 'from', from_version, 'to', to_version, 'direction', direction)
        order by effect desc, id), '[]')
      from finding where project_id = $1 and active and product = $3 and hardware = $4 and $5 in (from_version, to_version))
      as findings,
    (select coalesce(json_agg(json_build_object('slug', slug, 'title', title, 'query', query) order by created_at, id), '[]')
      from saved_comparison where project_id = $1) as saved,
    (select coalesce(json_agg(json_build_object('title', title, 'comparisons', source -> 'comparisons') order by created_at, id), '[]')
      from share where project_id = $1 and revoked_at is null) as shares,
    (select coalesce(json_agg(json_build_object('slug', slug, 'title', title, 'version', number) order by title, slug), '[]')
      from (select distinct on (r.id) r.slug, v.title, v.number
        from frozen join report_version v on v.project_id = $1 and v.snapshot_ids && frozen.ids
        join report r on r.project_id = $1 and r.id = v.report_id order by r.id, v.number desc) as shown) as reports,
    (select coalesce(json_agg(json_build_object('kind', kind, 'number', number, 'title', title, 'revision', revision)
        order by kind desc, number), '[]')
      from (select distinct on (s.id) s.kind, s.number, s.title, r.number as revision
        from frozen join spec_revision r on r.project_id = $1 and r.snapshot_ids && frozen.ids
        join spec s on s.project_id = $1 and s.id = r.spec_id order by s.id, r.number desc) as shown) as specs`

/** Objects that show the run or whose content would change without it; null if the run does not exist. */
export async function findReferences(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  runId: string,
): Promise<RunReferences | null> {
  const runIndex = await runIndexes.fresh(scoped.projectId)
  const run = runIndex.run(runId.toLowerCase())
  if (run === undefined) return null
  const { build, hardware } = run
  const values = [scoped.projectId, run.id, build.product, hardware.name, build.version]
  const [row] = await readRows(scoped, Row, REFERENCES, values)
  if (row === undefined) return null
  const matches = (comparison: Comparison) => isSelected(runIndex, run, comparison)
  return {
    notes: row.notes,
    files: row.files,
    findings: row.findings,
    saved: row.saved
      .filter(({ query }) => matches(fromQuery(query).comparison))
      .map(({ slug, title }) => ({ slug, title })),
    reports: row.reports,
    specs: row.specs,
    shares: row.shares.filter(({ comparisons }) => comparisons.some(matches)).map(({ title }) => ({ title })),
  }
}

/** True if the filters of a comparison include a result of the run, even if newer results hide it. */
function isSelected(runIndex: RunIndex, run: RunEntry, comparison: Comparison): boolean {
  const filter = prepareFilter(runIndex, pointsNeeded(comparison))
  return filterRuns([run], filter, () => true).length > 0
}
