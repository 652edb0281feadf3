// node demo/experiment/load.ts [--seconds 1] [--clients 1] SCRIPT.sql ...: runs scripts one after the other against the
// Postgres of the variables PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE. It calls pgbench where that is installed,
// because the embedded Postgres comes without it, and otherwise a client of its own that prints the same report.

import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { runScript } from './script-client.ts'

const { values, positionals: scripts } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '1' }, clients: { type: 'string', default: '1' } },
})
const hasPgbench = spawnSync('pgbench', ['--version']).status === 0
for (const script of scripts) {
  if (hasPgbench) runPgbench(script)
  else
    process.stdout.write(await runScript(script, { seconds: Number(values.seconds), clients: Number(values.clients) }))
}

/** Runs in the folder of the script, because pgbench prints the path as it was given. */
function runPgbench(script: string): void {
  const args = ['-n', '-T', values.seconds, '-c', values.clients, '-f', basename(script)]
  const { status } = spawnSync('pgbench', args, { cwd: dirname(script), stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
