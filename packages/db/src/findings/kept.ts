import type { PlaceNoise } from '@assay/domain/compare/verdict/neighbour-floor'
import type { PairSteps } from '@assay/domain/compare/verdict/pair-steps'
import { groupTold } from '@assay/domain/findings/group-changes'
import { type Told, ToldPart, unpackTold } from '@assay/domain/findings/told'
import { compareVersions } from '@assay/domain/run/version'
import type { Statements, TenantScope } from '../scope/tenant-scope.ts'
import type { FindingPart, FindingQueries, PairOfVersions, PartKey } from './finding-types.ts'
import { putFindings } from './put-findings.ts'

type KeptQueries = Pick<
  FindingQueries,
  'kept' | 'alone' | 'keepSteps' | 'stepsOf' | 'keepNoise' | 'noises' | 'write' | 'settle'
>

/** No look is by this state; places have it while somebody is at them. */
const NOT_LOOKED_AT = ''
const NOTHING_TOLD: ToldPart = { changes: [], same: [] }

/** What looks at a product keep for the next look. */
export function keptQueries(scoped: TenantScope): KeptQueries {
  const { projectId } = scoped
  return {
    async kept(product) {
      const [places, parts] = await Promise.all([
        scoped.query<{ id: string; state: string }>(
          'select id, state from finding_place where project_id = $1 and product = $2',
          [projectId, product],
        ),
        scoped.query<{ id: string; state: string } & PairOfVersions>(
          `select id, state, from_version as "from", to_version as "to" from finding_part
           where project_id = $1 and product = $2`,
          [projectId, product],
        ),
      ])
      return {
        places: new Map(places.rows.map(({ id, state }) => [id, state])),
        parts: new Map(parts.rows.map(({ id, ...part }) => [id, part])),
      }
    },

    // A transaction that does nothing else: when whoever looks dies, the lock goes with the connection.
    alone: (product, work) =>
      scoped.transaction(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(hashtextextended('look ' || $1 || ' ' || $2, 0))`, [
          projectId,
          product,
        ])
        return { commit: true, answer: await work() }
      }),

    async keepSteps(product, parts) {
      await scoped.query(
        `insert into finding_part
           (project_id, product, state, told, id, from_version, to_version, hardware, benchmark, steps)
         select $1, $2, s.state, $3, s.id, s.from_version, s.to_version, s.hardware, s.benchmark, s.steps from
           unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::text[])
             as s (id, from_version, to_version, hardware, benchmark, steps, state)
         on conflict (project_id, id) do update set state = excluded.state, steps = excluded.steps`,
        [
          projectId,
          product,
          JSON.stringify(NOTHING_TOLD),
          ...keyColumns(parts),
          parts.map(({ steps }) => JSON.stringify(steps)),
          parts.map(({ state }) => state),
        ],
      )
    },

    async stepsOf(ids) {
      // Written by keepSteps and by nobody else, and too many numbers to look at each.
      const { rows } = await scoped.query<{ steps: PairSteps; from: string; to: string }>(
        `select steps, from_version as "from", to_version as "to" from finding_part
         where project_id = $1 and id = any($2::uuid[]) and steps is not null order by id`,
        [projectId, ids],
      )
      return rows.map(({ steps, from, to }) => ({ ...steps, from, to }))
    },

    async keepNoise(product, places) {
      await scoped.query(
        `insert into finding_place (project_id, id, product, state, noise)
         select $1, id, $2, $5, noise from unnest($3::uuid[], $4::jsonb[]) as p (id, noise)
         on conflict (project_id, id) do update set state = excluded.state, noise = excluded.noise`,
        [
          projectId,
          product,
          places.map(({ id }) => id),
          places.map(({ noise }) => JSON.stringify(noise)),
          NOT_LOOKED_AT,
        ],
      )
    },

    async noises(product) {
      // Written by keepNoise and by nobody else, and too many numbers to look at each.
      const { rows } = await scoped.query<{ id: string; noise: PlaceNoise }>(
        'select id, noise from finding_place where project_id = $1 and product = $2 order by id',
        [projectId, product],
      )
      return rows
    },

    write: (product, { parts, gone }) =>
      scoped.transaction(async (tx) => {
        const dropped = await drop(tx, projectId, gone)
        await put(tx, projectId, product, parts)
        const touched = distinctPairs([...parts, ...dropped])
        const longer = await longerPairs(tx, projectId, product, touched)
        const pairs = distinctPairs([...touched, ...longer])
        const told = await readTold(tx, { projectId, product }, OF_PAIRS, pairColumns(pairs))
        const steps = longer.length === 0 ? told : await readTold(tx, { projectId, product }, CHANGED_STEPS, [])
        return { commit: true, answer: await putFindings(tx, scoped, product, groupTold(told, steps), pairs) }
      }),

    async settle(places) {
      await scoped.query(
        `update finding_place p set state = s.state from unnest($2::uuid[], $3::text[]) as s (id, state)
         where p.project_id = $1 and p.id = s.id`,
        [projectId, places.map(({ id }) => id), places.map(({ state }) => state)],
      )
    },
  }
}

async function drop(
  tx: Statements,
  projectId: string,
  { parts, places }: { parts: readonly string[]; places: readonly string[] },
): Promise<PairOfVersions[]> {
  if (places.length > 0) {
    await tx.query('delete from finding_place where project_id = $1 and id = any($2::uuid[])', [projectId, places])
  }
  if (parts.length === 0) return []
  const { rows } = await tx.query<PairOfVersions>(
    `delete from finding_part where project_id = $1 and id = any($2::uuid[])
     returning from_version as "from", to_version as "to"`,
    [projectId, parts],
  )
  return rows
}

async function put(tx: Statements, projectId: string, product: string, parts: readonly FindingPart[]): Promise<void> {
  if (parts.length === 0) return
  await tx.query(
    `insert into finding_part (project_id, product, id, from_version, to_version, hardware, benchmark, state, told, kind, changes)
     select $1, $2, * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
       $10::text[], $11::int[])
     on conflict (project_id, id) do update
       set state = excluded.state, told = excluded.told, kind = excluded.kind, changes = excluded.changes`,
    [
      projectId,
      product,
      ...keyColumns(parts),
      parts.map(({ state }) => state),
      parts.map(({ told }) => JSON.stringify(told)),
      parts.map(({ kind }) => kind),
      parts.map(({ told }) => told.changes.length),
    ],
  )
  await tx.query('update finding_place set state = $3 where project_id = $1 and id = any($2::uuid[])', [
    projectId,
    [...new Set(parts.map(({ place }) => place.id))],
    NOT_LOOKED_AT,
  ])
}

const keyColumns = (parts: readonly PartKey[]) => [
  parts.map(({ id }) => id),
  parts.map(({ from }) => from),
  parts.map(({ to }) => to),
  parts.map(({ place }) => place.hardware),
  parts.map(({ place }) => place.benchmark),
]

const distinctPairs = (pairs: readonly PairOfVersions[]): PairOfVersions[] => [
  ...new Map(pairs.map(({ from, to }) => [JSON.stringify([from, to]), { from, to }])).values(),
]

/** Pairs over several versions with one of these inside: whether that explains them is to be said anew. */
async function longerPairs(
  tx: Statements,
  projectId: string,
  product: string,
  inside: readonly PairOfVersions[],
): Promise<PairOfVersions[]> {
  if (inside.length === 0) return []
  const { rows } = await tx.query<PairOfVersions>(
    `select distinct from_version as "from", to_version as "to" from finding_part
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

async function readTold(
  tx: Statements,
  { projectId, product }: { projectId: string; product: string },
  where: string,
  values: readonly unknown[],
): Promise<Told[]> {
  const { rows } = await tx.query<
    PairOfVersions & { hardware: string; benchmark: string; kind: Told['kind'] | null; told: unknown }
  >(
    `select from_version as "from", to_version as "to", hardware, benchmark, kind, told from finding_part
     where project_id = $1 and product = $2 and ${where} order by id`,
    [projectId, product, ...values],
  )
  // What nobody has judged yet has nothing to tell.
  return rows.flatMap(({ told, kind, ...place }) =>
    kind === null ? [] : unpackTold(ToldPart.parse(told), { product, kind, ...place }),
  )
}
