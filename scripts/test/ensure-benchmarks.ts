import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, isOnPath } from './install-packages.ts'

const POSTGRES = '/usr/lib/postgresql'

/**
 * Installs the benchmarks that some tests run, where that is ours to do. Elsewhere, and where it does not work, those tests
 * say themselves that they are skipped.
 */
export function ensureBenchmarks(): void {
  const servers = existsSync(POSTGRES) ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin')) : []
  const missing = [
    ...(isOnPath('sysbench') ? [] : ['sysbench']),
    // pgbench comes with the server, which a machine with systemd would start.
    ...(isOnPath('pgbench', servers) ? [] : ['postgresql']),
  ]
  installPackages(missing, 'for the tests of assay exec')
}
