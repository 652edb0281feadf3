// node demo/experiment/tpcb-load.ts SECONDS [--test NAME]: transactions like those of pgbench against the database in
// LOAD_URL, and a report that sorts all accounts. It prints a report for each, in the form of pgbench, which is not part
// of the embedded Postgres.

import { parseArgs } from 'node:util'
import pg from 'pg'

/** More clients than cores would be flagged as oversubscribed. */
const CLIENTS = 1
const ACCOUNTS = 200_000

const TESTS: Record<string, (client: pg.Client) => Promise<unknown>> = {
  'tpcb-like': async (client) => {
    const account = 1 + Math.floor(Math.random() * ACCOUNTS)
    const delta = Math.floor(Math.random() * 10_000) - 5_000
    await client.query('begin')
    await client.query('update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, account])
    await client.query('select abalance from pgbench_accounts where aid = $1', [account])
    await client.query('insert into pgbench_history (aid, delta, mtime) values ($1, $2, current_timestamp)', [
      account,
      delta,
    ])
    await client.query('end')
  },
  report: (client) =>
    client.query(`
      select bid, count(*), percentile_disc(0.99) within group (order by filler)
      from pgbench_accounts group by bid order by bid limit 3`),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { test: { type: 'string', multiple: true } },
})
const url = process.env.LOAD_URL ?? ''
const duration = Number(positionals[0] ?? 3)
for (const name of values.test ?? Object.keys(TESTS)) {
  const { times, seconds } = await load(TESTS[name] ?? (() => Promise.resolve()))
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const sd = Math.sqrt(times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length)
  console.log(`transaction type: ${name}.sql
scaling factor: 2
query mode: extended
number of clients: ${CLIENTS}
number of threads: 1
maximum number of tries: 1
number of transactions actually processed: ${times.length}
number of failed transactions: 0 (0.000%)
latency average = ${mean.toFixed(3)} ms
latency stddev = ${sd.toFixed(3)} ms
initial connection time = 10.000 ms
tps = ${(times.length / seconds).toFixed(6)} (without initial connection time)`)
}

async function load(transaction: (client: pg.Client) => Promise<unknown>) {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const times: number[] = []
  const started = performance.now()
  const work = async (client: pg.Client) => {
    while (performance.now() - started < duration * 1000) {
      const began = performance.now()
      await transaction(client)
      times.push(performance.now() - began)
    }
    await client.end()
  }
  await Promise.all(clients.map(work))
  return { times, seconds: (performance.now() - started) / 1000 }
}
