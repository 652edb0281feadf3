import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_TIMEOUT_MS = 3 * 60_000

/**
 * Installs Debian packages, only as root, with apt, in a container.
 *
 * @param reason for the line about the installation, such as `for the browser tests`.
 * @returns false when nothing was installed.
 */
export async function installPackages(packages: readonly string[], reason: string): Promise<boolean> {
  const isOurs = process.getuid?.() === 0 && isOnPath('apt-get') && !existsSync('/run/systemd/system')
  if (packages.length === 0 || !isOurs) return false
  console.log(`Installing ${packages.join(' and ')} ${reason}`)
  const isUpdated = await runQuietly('apt-get', ['update', '-qq'])
  return isUpdated && runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

async function runQuietly(program: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [code] = await once(spawn(program, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS, env }), 'close')
  return code === 0
}

export function isOnPath(program: string, folders: readonly string[] = []): boolean {
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...path, ...folders].some((folder) => existsSync(join(folder, program)))
}
