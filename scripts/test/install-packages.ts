import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_PATIENCE_MS = 3 * 60_000

/**
 * Installs Debian packages, only as root, with apt, in a container.
 *
 * @param reason for the line about the installation, such as `for the browser tests`.
 * @returns false when nothing was installed.
 */
export function installPackages(packages: readonly string[], reason: string): boolean {
  const isOurs = process.getuid?.() === 0 && isOnPath('apt-get') && !existsSync('/run/systemd/system')
  if (packages.length === 0 || !isOurs) return false
  console.log(`Installing ${packages.join(' and ')} ${reason}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ].every((args) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: INSTALL_PATIENCE_MS, env }).status === 0)
}

export function isOnPath(program: string, folders: readonly string[] = []): boolean {
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...path, ...folders].some((folder) => existsSync(join(folder, program)))
}
