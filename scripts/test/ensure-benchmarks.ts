import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const INSTALL_PATIENCE_MS = 3 * 60_000

/**
 * Installs the benchmarks that some tests run, where that is ours to do: as root, with apt, in a container. Elsewhere, and
 * where it does not work, those tests say themselves that they are skipped.
 */
export function ensureBenchmarks(): void {
  const missing = [
    ...(isInstalled('sysbench') ? [] : ['sysbench']),
    // pgbench comes with the server, which a machine with systemd would start.
    ...(isInstalled('pgbench') ? [] : ['postgresql']),
  ]
  const isOurs = process.getuid?.() === 0 && isInstalled('apt-get') && !existsSync('/run/systemd/system')
  if (missing.length === 0 || !isOurs) return
  console.log(`Installing ${missing.join(' and ')} for the tests of assay exec`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: 'ignore', timeout: INSTALL_PATIENCE_MS, env })
    if (status !== 0) return
  }
}

function isInstalled(program: string): boolean {
  const postgres = '/usr/lib/postgresql'
  const ofPostgres = existsSync(postgres) ? readdirSync(postgres).map((version) => join(postgres, version, 'bin')) : []
  return [...(process.env.PATH ?? '').split(':'), ...ofPostgres].some((folder) => existsSync(join(folder, program)))
}
