import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../lib/bootstrap/node.mjs'

const DIRECTORY = join(ROOT, '.cache/go-programs')

/**
 * Path of a program that the Go proxy provides, which is built when it is missing, in some minutes; null when Go is not
 * installed or the build fails.
 */
export function goProgram(module: string, version: string): string | null {
  const directory = join(DIRECTORY, version)
  const path = join(directory, basename(module))
  if (existsSync(path)) return path
  mkdirSync(directory, { recursive: true })
  const env = { ...process.env, GOBIN: directory, GOFLAGS: '-buildvcs=false' }
  const { status } = spawnSync('go', ['install', `${module}@${version}`], { env, stdio: 'ignore' })
  return status === 0 ? path : null
}
