import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, listBrowsers } from '../../e2e/support/find-browser.ts'
import { PlainError } from '../lib/plain-error.ts'
import { TOOLS } from './run-part.ts'

const INSTALL_PATIENCE_MS = 5 * 60_000

/**
 * A Chromium that starts: an installed one, else Playwright's own, else Debian's.
 *
 * @returns the path of the program.
 * @throws PlainError when none can be had.
 */
export async function ensureBrowser(): Promise<string> {
  const installed = await findWorking()
  if (installed !== null) return installed
  console.log('No Chromium or Chrome here: installing one')
  const isRoot = process.getuid?.() === 0
  const ways: [program: string, ...args: string[]][][] = [
    [[process.execPath, TOOLS.playwright, 'install', 'chromium', ...(isRoot ? ['--with-deps'] : [])]],
    [[process.execPath, TOOLS.playwright, 'install', 'chromium']],
    isRoot
      ? [
          ['apt-get', 'update', '-qq'],
          ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
        ]
      : [],
  ]
  for (const commands of ways) {
    const worked = commands.length > 0 && commands.every(run)
    const found = worked ? await findWorking() : null
    if (found !== null) return found
  }
  throw new PlainError(
    'No Chromium could be installed for the browser tests. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.',
  )
}

function run([program, ...args]: [program: string, ...args: string[]]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'inherit', timeout: INSTALL_PATIENCE_MS, env }).status === 0
}

/** The first browser that really starts: one may be there and lack a library. */
async function findWorking(): Promise<string | null> {
  for (const executablePath of listBrowsers()) {
    try {
      const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS, timeout: 30_000 })
      await browser.close()
      return executablePath
    } catch (error) {
      console.log(`${executablePath} does not start: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  return null
}
