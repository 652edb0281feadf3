import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import pg from 'pg'

type Variable = { name: string; from: number; to: number }

/** Runs a script of pgbench: lines of `\set NAME random(FROM, TO)`, then one statement. Returns a report as pgbench does. */
export async function runScript(path: string, transactions: number, clients: number): Promise<string> {
  const lines = readFileSync(path, 'utf8').split('\n')
  const variables = lines.flatMap((line): Variable[] => {
    const [, name, from, to] = /^\\set (\w+) random\((\d+), (\d+)\)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, from: Number(from), to: Number(to) }]
  })
  const statement = lines.filter((line) => !line.startsWith('\\')).join('\n')
  const before = performance.now()
  const connections = await Promise.all(Array.from({ length: clients }, connect))
  const started = performance.now()
  const times: number[] = []
  await Promise.all(
    connections.map(async (connection) => {
      for (let done = 0; done < transactions; done += 1) {
        const began = performance.now()
        await connection.query(withVariables(statement, variables))
        times.push(performance.now() - began)
      }
    }),
  )
  const taken = (performance.now() - started) / 1000
  await Promise.all(connections.map((connection) => connection.end()))
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return `transaction type: ${basename(path)}
scaling factor: 1
query mode: simple
number of clients: ${clients}
number of threads: 1
maximum number of tries: 1
number of transactions per client: ${transactions}
number of transactions actually processed: ${times.length}/${times.length}
number of failed transactions: 0 (0.000%)
latency average = ${mean.toFixed(3)} ms
initial connection time = ${(started - before).toFixed(3)} ms
tps = ${(times.length / taken).toFixed(6)} (without initial connection time)
`
}

/** Connects by the variables of libpq. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client()
  await client.connect()
  return client
}

const withVariables = (statement: string, variables: readonly Variable[]): string =>
  variables.reduce((text, { name, from, to }) => {
    const value = from + Math.floor(Math.random() * (to - from + 1))
    return text.replaceAll(new RegExp(`:${name}\\b`, 'g'), String(value))
  }, statement)
