import type { EnvironmentNoise } from '@assay/domain/compare/verdict/neighbor-floor'
import type { PairSteps } from '@assay/domain/compare/verdict/pair-steps'
import { groupVerdicts } from '@assay/domain/findings/group-changes'
import { type PairVerdict, PairVerdicts, unpackVerdicts } from '@assay/domain/findings/pair-verdicts'
import { compareVersions } from '@assay/domain/run/version'
import { z } from 'zod'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FindingQueries, JudgedPair, PairKey, PairOfVersions } from './finding-types.ts'
import { storeFindings } from './store-findings.ts'

const PairRow = z.object({ from: z.string(), to: z.string() })

const VerdictsRow = PairRow.extend({
  hardware: z.string(),
  benchmark: z.string(),
  kind: z.enum(['release', 'drift', 'commits']).nullable(),
  verdicts: z.unknown(),
})

type ScanStateQueries = Pick<
  FindingQueries,
  'scanState' | 'withScanLock' | 'storeSteps' | 'listSteps' | 'storeNoise' | 'listNoise' | 'storeVerdicts' | 'finalize'
>

/** State of an environment while a scan works on it; it equals the state of no scan, so an interrupted scan is resumed. */
const STALE = ''
const NO_VERDICTS: PairVerdicts = { changes: [], same: [] }

/** Results that a scan of a product stores for the next scan. */
export function scanStateQueries(scoped: TenantScope): ScanStateQueries {
  const { projectId } = scoped
  return {
    async scanState(product) {
      const [environments, pairs] = await Promise.all([
        readRows(
          scoped,
          z.object({ id: z.string(), state: z.string() }),
          'select id, state from finding_environment where project_id = $1 and product = $2',
          [projectId, product],
        ),
        readRows(
          scoped,
          PairRow.extend({ id: z.string(), state: z.string() }),
          `select id, state, from_version as "from", to_version as "to" from finding_version_pair
           where project_id = $1 and product = $2`,
          [projectId, product],
        ),
      ])
      return {
        environments: new Map(environments.map(({ id, state }) => [id, state])),
        pairs: new Map(pairs.map(({ id, ...pair }) => [id, pair])),
      }
    },

    // The transaction only holds the lock, which ends with the connection when the scanning process dies.
    withScanLock: (product, work) =>
      scoped.transaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(hashtextextended('look ' || $1 || ' ' || $2, 0))`, [
          projectId,
          product,
        ])
        return { commit: true, answer: await work() }
      }),

    async storeSteps(product, pairs) {
      await scoped.query(
        `insert into finding_version_pair
           (project_id, product, state, verdicts, id, from_version, to_version, hardware, benchmark, steps)
         select $1, $2, s.state, $3, s.id, s.from_version, s.to_version, s.hardware, s.benchmark, s.steps from
           unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::text[])
             as s (id, from_version, to_version, hardware, benchmark, steps, state)
         on conflict (project_id, id) do update set state = excluded.state, steps = excluded.steps`,
        [
          projectId,
          product,
          JSON.stringify(NO_VERDICTS),
          ...keyColumns(pairs),
          pairs.map(({ steps }) => JSON.stringify(steps)),
          pairs.map(({ state }) => state),
        ],
      )
    },

    async listSteps(ids) {
      // Only storeSteps writes this column, and it holds too many numbers to check each.
      const { rows } = await scoped.query<{ steps: PairSteps; from: string; to: string }>(
        `select steps, from_version as "from", to_version as "to" from finding_version_pair
         where project_id = $1 and id = any($2::uuid[]) and steps is not null order by id`,
        [projectId, ids],
      )
      return rows.map(({ steps, from, to }) => ({ ...steps, from, to }))
    },

    async storeNoise(product, environments) {
      await scoped.query(
        `insert into finding_environment (project_id, id, product, state, noise)
         select $1, id, $2, $5, noise from unnest($3::uuid[], $4::jsonb[]) as e (id, noise)
         on conflict (project_id, id) do update set state = excluded.state, noise = excluded.noise`,
        [
          projectId,
          product,
          environments.map(({ id }) => id),
          environments.map(({ noise }) => JSON.stringify(noise)),
          STALE,
        ],
      )
    },

    async listNoise(product) {
      // Only storeNoise writes this column, and it holds too many numbers to check each.
      const { rows } = await scoped.query<{ id: string; noise: EnvironmentNoise }>(
        'select id, noise from finding_environment where project_id = $1 and product = $2 order by id',
        [projectId, product],
      )
      return rows
    },

    storeVerdicts: (product, { pairs, missing }) =>
      scoped.transaction(async (tx) => {
        const deleted = await deleteMissing(tx, projectId, missing)
        await upsertPairs(tx, projectId, product, pairs)
        const touched = distinctPairs([...pairs, ...deleted])
        const longer = await longerPairs(tx, projectId, product, touched)
        const affected = distinctPairs([...touched, ...longer])
        const verdicts = await readVerdicts(tx, { projectId, product }, OF_PAIRS, pairColumns(affected))
        const steps = longer.length === 0 ? verdicts : await readVerdicts(tx, { projectId, product }, CHANGED_STEPS, [])
        const findings = groupVerdicts(verdicts, steps)
        return { commit: true, answer: await storeFindings(tx, scoped, product, findings, affected) }
      }),

    async finalize(environments) {
      await scoped.query(
        `update finding_environment e set state = s.state from unnest($2::uuid[], $3::text[]) as s (id, state)
         where e.project_id = $1 and e.id = s.id`,
        [projectId, environments.map(({ id }) => id), environments.map(({ state }) => state)],
      )
    },
  }
}

async function deleteMissing(
  tx: Statements,
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
  tx: Statements,
  projectId: string,
  product: string,
  pairs: readonly JudgedPair[],
): Promise<void> {
  if (pairs.length === 0) return
  await tx.query(
    `insert into finding_version_pair (project_id, product, id, from_version, to_version, hardware, benchmark, state,
       verdicts, kind, changes)
     select $1, $2, * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
       $10::text[], $11::int[])
     on conflict (project_id, id) do update
       set state = excluded.state, verdicts = excluded.verdicts, kind = excluded.kind, changes = excluded.changes`,
    [
      projectId,
      product,
      ...keyColumns(pairs),
      pairs.map(({ state }) => state),
      pairs.map(({ verdicts }) => JSON.stringify(verdicts)),
      pairs.map(({ kind }) => kind),
      pairs.map(({ verdicts }) => verdicts.changes.length),
    ],
  )
  await tx.query('update finding_environment set state = $3 where project_id = $1 and id = any($2::uuid[])', [
    projectId,
    [...new Set(pairs.map(({ environment }) => environment.id))],
    STALE,
  ])
}

const keyColumns = (pairs: readonly PairKey[]) => [
  pairs.map(({ id }) => id),
  pairs.map(({ from }) => from),
  pairs.map(({ to }) => to),
  pairs.map(({ environment }) => environment.hardware),
  pairs.map(({ environment }) => environment.benchmark),
]

const distinctPairs = (pairs: readonly PairOfVersions[]): PairOfVersions[] => [
  ...new Map(pairs.map(({ from, to }) => [JSON.stringify([from, to]), { from, to }])).values(),
]

/** Pairs over several versions that contain one of these pairs, which may explain them now or no longer. */
async function longerPairs(
  tx: Statements,
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
  tx: Statements,
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
  // A pair without a kind is not judged yet and has no verdicts.
  return rows.flatMap(({ verdicts, kind, ...pair }) =>
    kind === null ? [] : unpackVerdicts(PairVerdicts.parse(verdicts), { product, kind, ...pair }),
  )
}
