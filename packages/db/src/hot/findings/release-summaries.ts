import type { StoredSummary } from '@assay/domain/findings/releases/release-strips'
import { ReleaseLine, ReleaseSummary } from '@assay/domain/findings/releases/release-summary'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ReleaseKey, StoredLines } from './finding-types.ts'

const SummaryRow = z.object({
  product: z.string(),
  hardware: z.string(),
  benchmark: z.string(),
  from: z.string(),
  to: z.string(),
  summary: ReleaseSummary,
})

/** Reads the summaries of all judged releases of a project, without their lines. */
export const readReleaseSummaries = (scoped: TenantScope): Promise<StoredSummary[]> =>
  readRows(
    scoped,
    SummaryRow,
    `select product, hardware, benchmark, from_version as "from", to_version as "to", release_summary as summary
     from finding_version_pair
     where project_id = $1 and release_summary is not null order by id`,
    [scoped.projectId],
  )

const LinesRow = SummaryRow.omit({ summary: true }).extend({ workload: z.string(), lines: z.array(ReleaseLine) })

/** Reads the lines of some releases; `to` null means every release of that product, machine and benchmark. */
export function readReleaseLines(scoped: TenantScope, releases: readonly ReleaseKey[]): Promise<StoredLines[]> {
  if (releases.length === 0) return Promise.resolve([])
  return readRows(
    scoped,
    LinesRow,
    `select p.product, p.hardware, p.benchmark, p.from_version as "from", p.to_version as "to",
       p.release_summary ->> 'workload' as workload, p.release_lines as lines
     from finding_version_pair p
     where p.project_id = $1 and p.release_lines is not null and exists (
       select from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as r (product, hardware, benchmark, to_version)
       where r.product = p.product and r.hardware = p.hardware and r.benchmark = p.benchmark
         and (r.to_version is null or r.to_version = p.to_version))
     order by p.id`,
    [
      scoped.projectId,
      releases.map(({ product }) => product),
      releases.map(({ hardware }) => hardware),
      releases.map(({ benchmark }) => benchmark),
      releases.map(({ to }) => to),
    ],
  )
}
