import { withClient } from '@assay/db/testing'
import { z } from 'zod'
import { FORBIDDEN } from './allowed-command.ts'

const Counts = z.object({
  attempts: z.int(),
  lostAttempts: z.int(),
  unfinished: z.int(),
  acceptedTwice: z.int(),
  runsMissing: z.int(),
  withoutRun: z.int(),
  notRefused: z.int(),
})

const HOSTILE = `(r.command = '${FORBIDDEN}' or coalesce(r.parameters ->> 'number', '') !~ '^[0-9]+$')`
const COUNT = `
  with accepted as (
    select request_id, count(*) as count from run_attempt where state = 'accepted' group by request_id
  ), first as (
    select distinct on (request_id) * from run_attempt where state = 'accepted' order by request_id, number
  )
  select (select count(*)::int from run_attempt) as attempts,
    (select count(*)::int from run_attempt where state = 'lost') as "lostAttempts",
    ($1 - count(accepted.count))::int as unfinished,
    count(*) filter (where accepted.count > 1)::int as "acceptedTwice",
    (select count(*)::int from first, unnest(run_ids) as named (id)
      where not exists (select from run where run.id = named.id)) as "runsMissing",
    count(*) filter (where not ${HOSTILE} and cardinality(first.run_ids) = 0
      and first.runner_name <> 'silent')::int as "withoutRun",
    count(*) filter (where ${HOSTILE} and first.outcome <> 'refused')::int as "notRefused"
  from run_request r left join accepted on accepted.request_id = r.id left join first on first.request_id = r.id`

/** Counts the attempts and results of a drill, in the rows. */
export const countAttempts = (url: string, requests: number): Promise<z.infer<typeof Counts>> =>
  withClient(url, async (client) => Counts.parse((await client.query(COUNT, [requests])).rows[0]))

/** Makes a server offer the runners a command that their allow-lists do not have. */
export const offerForbidden = (url: string): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(
      `update runner set commands = commands || $1::jsonb where not commands @> $1::jsonb and name <> 'silent'`,
      [JSON.stringify([{ name: FORBIDDEN, description: '', parameters: [] }])],
    ),
  )

/** Ends the leases of the silent runner, as after a minute without a heartbeat. */
export const expireSilent = (url: string): Promise<unknown> =>
  withClient(url, async (client) => {
    await client.query(`update run_attempt set expires_at = now() - interval '1 second' where runner_name = 'silent'`)
    await client.query(`update run_request set runner_name = null where runner_name = 'silent'`)
  })

/** The control: nothing in the database prevents a second result. The servers lose their check, too. */
export const withoutFencing = (url: string): Promise<unknown> =>
  withClient(url, (client) => client.query('drop index run_attempt_accepted_key'))
