import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fail, ROOT } from './node.mjs'
import { hashFiles, isStamped, writeStamp } from './stamp.mjs'

export const PNPM = 'pnpm@10.34.9'
const STAMP = join(ROOT, 'node_modules/.assay-install')

/**
 * Installs the packages of the package.json files and the lockfile, when one of them changed.
 *
 * @returns {boolean} true when something was installed
 */
export function ensurePackages() {
  const hash = `${hashFiles(ROOT, manifests())} node${process.versions.modules}`
  if (isStamped(STAMP, hash)) return false
  console.log('packages     installing, about a minute the first time')
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--prod=false', '--reporter=append-only']
  const install = spawnSync('npx', ['--yes', PNPM, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    // CI: otherwise pnpm asks before it replaces node_modules, and there may be no terminal.
    env: { ...process.env, CI: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (install.error !== undefined)
    fail(`npx could not be run (${install.error.message}). Install npm, which comes with Node.`)
  if (install.status !== 0) fail(explain(`${install.stdout}\n${install.stderr}`))
  writeStamp(STAMP, hash)
  return true
}

function manifests() {
  const workspaces = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name, 'package.json')),
  )
  const shared = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', 'e2e/package.json']
  return [...workspaces, ...shared.map((name) => join(ROOT, name))]
}

/** @param {string} output */
function explain(output) {
  const lastLines = output.trim().split('\n').slice(-15).join('\n')
  if (/ENOSPC|no space left/i.test(output))
    return 'The disk is full: the packages need about 1.5 GB. Free some space and try again.'
  if (/EACCES|EROFS/.test(output))
    return `The packages could not be written to ${ROOT}. Change its permissions so that you can write to it.\n${lastLines}`
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(output)) {
    return `The packages could not be fetched. Check the connection to the npm registry.\n${lastLines}`
  }
  return `The packages could not be installed. pnpm said:\n${lastLines}`
}
