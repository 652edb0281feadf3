import { groupVerdicts } from '@assay/domain/findings/group-changes'
import { type PairVerdict, PairVerdicts, unpackVerdicts } from '@assay/domain/findings/pair-verdicts'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FindingQueries, JudgedPair, PairOfVersions } from './finding-types.ts'
import { pairKeyColumns, unfinishedState } from './pair-columns.ts'
import { storeFindings } from './store-findings.ts'

const PairRow = z.object({ from: z.string(), to: z.string() })

const VerdictsRow = PairRow.extend({
  hardware: z.string(),
  benchmark: z.string(),
  kind: z.enum(['release', 'drift', 'commits']).nullable(),
  verdicts: z.unknown(),
})

/** Stores verdicts and rebuilds the findings of the affected pairs from all stored verdicts, in one transaction. */
export const storeVerdicts = (
  scoped: TenantScope,
  product: string,
  { pairs, missing }: Parameters<FindingQueries['storeVerdicts']>[1],
): Promise<string[]> =>
  scoped.prisma.$transaction(async (tx) => {
    const { projectId } = scoped
    const deleted = await deleteMissing(tx, projectId, missing)
    await upsertPairs(tx, projectId, product, pairs)
    const touched = distinctPairs([...pairs, ...deleted])
    const longer = await longerPairs(tx, projectId, product, touched)
    const affected = distinctPairs([...touched, ...longer])
    const verdicts = await readVerdicts(tx, { projectId, product }, OF_PAIRS, pairColumns(affected))
    const steps = longer.length === 0 ? verdicts : await readVerdicts(tx, { projectId, product }, CHANGED_STEPS, [])
    return storeFindings(tx, scoped, product, groupVerdicts(verdicts, steps), affected)
  })

async function deleteMissing(
  tx: TenantTransaction,
  projectId: string,
  { pairs, environments }: { pairs: readonly string[]; environments: readonly string[] },
): Promise<PairOfVersions[]> {
  if (environments.length > 0) {
    await tx.query('delete from finding_environment where project_id = $1 and id = any($2::uuid[])', [
      projectId,
      environments,
    ])
  }
  if (pairs.length === 0) return []
  const rows = await readRows(
    tx,
    PairRow,
    `delete from finding_version_pair where project_id = $1 and id = any($2::uuid[])
     returning from_version as "from", to_version as "to"`,
    [projectId, pairs],
  )
  return rows
}

async function upsertPairs(
  tx: TenantTransaction,
  projectId: string,
  product: string,
  pairs: readonly JudgedPair[],
): Promise<void> {
  if (pairs.length === 0) return
  await tx.query(
    `insert into finding_version_pair (project_id, product, id, from_version, to_version, hardware, benchmark, state,
       verdicts, kind, changes, release_summary, release_lines)
     select $1, $2, * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
       $10::text[], $11::int[], $12::jsonb[], $13::jsonb[])
     on conflict (project_id, id) do update
       set state = excluded.state, verdicts = excluded.verdicts, kind = excluded.kind, changes = excluded.changes,
         release_summary = excluded.release_summary, release_lines = excluded.release_lines`,
    [
      projectId,
      product,
      ...pairKeyColumns(pairs),
      pairs.map(({ state }) => state),
      pairs.map(({ verdicts }) => JSON.stringify(verdicts)),
      pairs.map(({ kind }) => kind),
      pairs.map(({ verdicts }) => verdicts.changes.length),
      pairs.map(({ release }) => release && JSON.stringify(release.summary)),
      pairs.map(({ release }) => release && JSON.stringify(release.lines)),
    ],
  )
  const environments = [...new Map(pairs.map(({ environment }) => [environment.id, environment.state]))]
  await tx.query(
    `update finding_environment e set state = s.state from unnest($2::uuid[], $3::text[]) as s (id, state)
     where e.project_id = $1 and e.id = s.id`,
    [projectId, environments.map(([id]) => id), environments.map(([, state]) => unfinishedState(state))],
  )
}

const distinctPairs = (pairs: readonly PairOfVersions[]): PairOfVersions[] => [
  ...new Map(pairs.map(({ from, to }) => [JSON.stringify([from, to]), { from, to }])).values(),
]

/** Pairs over several versions that contain one of these pairs, whose explanations may have changed. */
async function longerPairs(
  tx: TenantTransaction,
  projectId: string,
  product: string,
  inside: readonly PairOfVersions[],
): Promise<PairOfVersions[]> {
  if (inside.length === 0) return []
  const rows = await readRows(
    tx,
    PairRow,
    `select distinct from_version as "from", to_version as "to" from finding_version_pair
     where project_id = $1 and product = $2 and kind = 'drift'`,
    [projectId, product],
  )
  return rows.filter((longer) =>
    inside.some(({ from, to }) => compareVersions(from, longer.from) >= 0 && compareVersions(to, longer.to) <= 0),
  )
}

const OF_PAIRS = '(from_version, to_version) in (select * from unnest($3::text[], $4::text[]))'
const CHANGED_STEPS = `kind in ('release', 'drift') and changes > 0`

const pairColumns = (pairs: readonly PairOfVersions[]) => [pairs.map(({ from }) => from), pairs.map(({ to }) => to)]

async function readVerdicts(
  tx: TenantTransaction,
  { projectId, product }: { projectId: string; product: string },
  where: string,
  values: readonly unknown[],
): Promise<PairVerdict[]> {
  const rows = await readRows(
    tx,
    VerdictsRow,
    `select from_version as "from", to_version as "to", hardware, benchmark, kind, verdicts from finding_version_pair
     where project_id = $1 and product = $2 and ${where} order by id`,
    [projectId, product, ...values],
  )
  // A pair without a kind has no verdicts yet.
  return rows.flatMap(({ verdicts, kind, ...pair }) =>
    kind === null ? [] : unpackVerdicts(PairVerdicts.parse(verdicts), { product, kind, ...pair }),
  )
}
