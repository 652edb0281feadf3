import type { EnvironmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import type { PairSteps, ReleaseSteps } from '@assay/domain/compare/noise/pair-steps'
import type { PairVerdicts } from '@assay/domain/findings/pair-verdicts'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FindingQueries, PairKey, ScanState } from './finding-types.ts'
import { estimatedState, pairKeyColumns, STALE } from './pair-columns.ts'
import { Noise, Steps } from './scan-rows.ts'

type ScanStateQueries = Pick<
  FindingQueries,
  'scanState' | 'withScanLock' | 'storeSteps' | 'listSteps' | 'storeNoise' | 'listNoise' | 'finalize'
>

/** Reads and writes the data that a scan of a product stores for the next scan. */
export function scanStateQueries(scoped: TenantScope): ScanStateQueries {
  return {
    scanState: (product) => readScanState(scoped, product),
    withScanLock: (product, work) => withScanLock(scoped, product, work),
    storeSteps: (product, pairs) => storeSteps(scoped, product, pairs),
    listSteps: (ids) => listSteps(scoped, ids),
    storeNoise: (product, environments) => storeNoise(scoped, product, environments),
    listNoise: (product) => listNoise(scoped, product),
    finalize: (environments) => finalize(scoped, environments),
  }
}

const EnvironmentState = z.object({ id: z.string(), state: z.string() })
const PairState = z.object({ id: z.string(), state: z.string(), from: z.string(), to: z.string() })

async function readScanState(scoped: TenantScope, product: string): Promise<ScanState> {
  const values = [scoped.projectId, product]
  const [environments, pairs] = await scoped.batch([
    { text: 'select id, state from finding_environment where project_id = $1 and product = $2', values },
    {
      text: `select id, state, from_version as "from", to_version as "to" from finding_version_pair
        where project_id = $1 and product = $2`,
      values,
    },
  ])
  const parsed = (environments?.rows ?? []).map((row) => EnvironmentState.parse(row))
  return {
    environments: new Map(parsed.map(({ id, state }) => [id, state])),
    estimated: new Map(
      parsed.flatMap(({ id, state }) => {
        const of = estimatedState(state)
        return of === null ? [] : [[id, of]]
      }),
    ),
    pairs: new Map(
      (pairs?.rows ?? []).map((row) => {
        const { id, ...pair } = PairState.parse(row)
        return [id, pair]
      }),
    ),
  }
}

/** The transaction only holds the lock, which is released with the connection if the scanning process dies. */
const withScanLock = <T>(scoped: TenantScope, product: string, work: () => Promise<T>): Promise<T> =>
  scoped.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('scan ' || $1 || ' ' || $2, 0))`, [
      scoped.projectId,
      product,
    ])
    return { commit: true, answer: await work() }
  })

const NO_VERDICTS: PairVerdicts = { changes: [], same: [] }

async function storeSteps(
  scoped: TenantScope,
  product: string,
  pairs: readonly (PairKey & { state: string; steps: PairSteps })[],
): Promise<void> {
  await scoped.query(
    `insert into finding_version_pair
       (project_id, product, state, verdicts, id, from_version, to_version, hardware, benchmark, steps)
     select $1, $2, s.state, $3, s.id, s.from_version, s.to_version, s.hardware, s.benchmark, s.steps from
       unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::text[])
         as s (id, from_version, to_version, hardware, benchmark, steps, state)
     on conflict (project_id, id) do update set state = excluded.state, steps = excluded.steps`,
    [
      scoped.projectId,
      product,
      JSON.stringify(NO_VERDICTS),
      ...pairKeyColumns(pairs),
      pairs.map(({ steps }) => JSON.stringify(steps)),
      pairs.map(({ state }) => state),
    ],
  )
}

async function listSteps(scoped: TenantScope, ids: readonly string[]): Promise<ReleaseSteps[]> {
  const rows = await readRows(
    scoped,
    z.object({ steps: Steps, from: z.string(), to: z.string() }),
    `select steps, from_version as "from", to_version as "to" from finding_version_pair
     where project_id = $1 and id = any($2::uuid[]) and steps is not null order by id`,
    [scoped.projectId, ids],
  )
  return rows.map(({ steps, from, to }) => ({ ...steps, from, to }))
}

async function storeNoise(
  scoped: TenantScope,
  product: string,
  environments: readonly { id: string; noise: EnvironmentNoise }[],
): Promise<void> {
  await scoped.query(
    `insert into finding_environment (project_id, id, product, state, noise)
     select $1, id, $2, $5, noise from unnest($3::uuid[], $4::jsonb[]) as e (id, noise)
     on conflict (project_id, id) do update set state = excluded.state, noise = excluded.noise`,
    [
      scoped.projectId,
      product,
      environments.map(({ id }) => id),
      environments.map(({ noise }) => JSON.stringify(noise)),
      STALE,
    ],
  )
}

const listNoise = (scoped: TenantScope, product: string): Promise<{ id: string; noise: EnvironmentNoise }[]> =>
  readRows(
    scoped,
    z.object({ id: z.string(), noise: Noise }),
    'select id, noise from finding_environment where project_id = $1 and product = $2 order by id',
    [scoped.projectId, product],
  )

/** Marks environments as completely scanned. */
async function finalize(scoped: TenantScope, environments: readonly { id: string; state: string }[]): Promise<void> {
  await scoped.query(
    `update finding_environment e set state = s.state from unnest($2::uuid[], $3::text[]) as s (id, state)
     where e.project_id = $1 and e.id = s.id`,
    [scoped.projectId, environments.map(({ id }) => id), environments.map(({ state }) => state)],
  )
}
