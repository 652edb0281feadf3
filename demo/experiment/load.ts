// node demo/experiment/load.ts --transactions 2000,15 --clients 1 SCRIPT.sql SCRIPT.sql: runs scripts one after the other,
// each with its number of transactions, against the Postgres of the variables PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE. It calls pgbench where that is installed,
// because the embedded Postgres comes without it, and otherwise a client of its own that prints the same report.

import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { runScript } from './script-client.ts'

const { values, positionals: scripts } = parseArgs({
  allowPositionals: true,
  options: { transactions: { type: 'string', default: '' }, clients: { type: 'string', default: '1' } },
})
const hasPgbench = spawnSync('pgbench', ['--version']).status === 0
const counts = values.transactions.split(',')
for (const [at, script] of scripts.entries()) {
  const transactions = counts[at] ?? '1'
  if (hasPgbench) runPgbench(script, transactions)
  else process.stdout.write(await runScript(script, Number(transactions), Number(values.clients)))
}

/** Runs in the folder of the script, because pgbench prints the path as it was given. */
function runPgbench(script: string, transactions: string): void {
  const args = ['-n', '-t', transactions, '-c', values.clients, '-f', basename(script)]
  const { status } = spawnSync('pgbench', args, { cwd: dirname(script), stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
