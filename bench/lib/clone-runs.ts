import type { Client } from 'pg'

const RUN_COLUMNS = [
  'build_id',
  'config_id',
  'hardware_id',
  'workload_id',
  'metric_set_id',
  'test_set_id',
  'benchmark_version',
  'client_version',
  'testbed',
  'validity_version',
  'uploaded_by_kind',
  'uploaded_by_id',
  'uploaded_by_name',
]

/** Records the copies as run changes, without which a running product does not read them. */
const RECORD_CHANGES = `
  with numbered as (
    select project_id, id, slot, row_number() over (partition by project_id, slot) as place
    from (select project_id, id, get_byte(uuid_send(id), 15) & 15 as slot from cloned) as slotted
  ), counter as (
    insert into run_counter (project_id, slot, number) select project_id, slot, count(*) from numbered group by 1, 2
    on conflict (project_id, slot) do update set number = run_counter.number + excluded.number
    returning project_id, slot, number
  )
  insert into run_change (project_id, slot, number, run_id, removed)
  select n.project_id, n.slot, c.number - n.place + 1, n.id, false
  from numbered n join counter c on c.project_id = n.project_id and c.slot = n.slot`

/**
 * Copies the runs of a product within the database, as further repeats that started later. It fills a project with
 * millions of values in minutes; the speed of uploads by REST is measured separately.
 *
 * @param copies of each of these runs.
 */
export async function cloneRuns(client: Client, product: string, copies: number): Promise<void> {
  const columns = RUN_COLUMNS.join(', ')
  await client.query('begin')
  await client.query(
    `create temp table cloned on commit drop as
     select r.project_id, r.id as source, gen_random_uuid() as id, r.repeat + copy as repeat,
       r.started_at + copy * interval '7 hours' as started_at, ${RUN_COLUMNS.map((name) => `r.${name}`).join(', ')}
     from run r
     join build b on b.project_id = r.project_id and b.id = r.build_id
     join version v on v.project_id = r.project_id and v.id = b.version_id
     join product p on p.project_id = r.project_id and p.id = v.product_id
     cross join generate_series(1, $2::int) as copy
     where p.name = $1`,
    [product, copies],
  )
  await client.query(
    `insert into run (project_id, id, repeat, started_at, digest, ${columns})
     select project_id, id, repeat, started_at, encode(sha256(id::text::bytea), 'hex'), ${columns} from cloned`,
  )
  await client.query(
    `insert into result (project_id, id, run_id, test_id, clients, params, values)
     select c.project_id, gen_random_uuid(), c.id, r.test_id, r.clients, r.params, array(
       select value * (0.99 + 0.02 * random()) from unnest(r.values) with ordinality as v (value, place) order by place)
     from cloned c join result r on r.project_id = c.project_id and r.run_id = c.source`,
  )
  await client.query(RECORD_CHANGES)
  await client.query('commit')
}
