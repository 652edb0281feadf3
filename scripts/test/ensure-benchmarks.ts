import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, isOnPath } from './install-packages.ts'

const POSTGRES = '/usr/lib/postgresql'

/**
 * Installs the benchmarks that some tests run, in a container as root. Elsewhere, and when the installation fails,
 * those tests report that they are skipped.
 */
export async function ensureBenchmarks(): Promise<void> {
  const servers = existsSync(POSTGRES) ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin')) : []
  const missing = [
    ...(isOnPath('sysbench') ? [] : ['sysbench']),
    // pgbench is part of the server package, which would start a server on a machine with systemd.
    ...(isOnPath('pgbench', servers) ? [] : ['postgresql']),
  ]
  await installPackages(missing, 'for the tests of assay exec')
}
