import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, listBrowsers, listShells } from '../../e2e/support/find-browser.ts'
import { PlainError } from '../lib/plain-error.ts'
import { installPackages } from './install-packages.ts'
import { TOOLS } from './run-tool.ts'

const INSTALL_PATIENCE_MS = 5 * 60_000

/**
 * Finds a Chromium that starts: a headless shell, which is three times as fast, when there is one or one can be
 * installed; else an installed browser, else Playwright's own, else Debian's.
 *
 * @returns the path of the program.
 * @throws PlainError when there is none.
 */
export async function ensureBrowser(): Promise<string> {
  if (listShells().length === 0 && !process.env.CHROMIUM_PATH) {
    installPackages(['chromium-headless-shell'], 'for the browser tests')
  }
  const installed = await findWorking()
  if (installed !== null) return installed
  console.log('No Chromium or Chrome here: installing one')
  const withSystem = process.getuid?.() === 0 ? ['--with-deps'] : []
  const ways = [
    () => playwrightInstalls(...withSystem),
    () => playwrightInstalls(),
    () => installPackages(['chromium'], 'for the browser tests'),
  ]
  for (const install of ways) {
    const found = install() ? await findWorking() : null
    if (found !== null) return found
  }
  throw new PlainError(
    'No Chromium could be installed for the browser tests. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.',
  )
}

function playwrightInstalls(...options: string[]): boolean {
  const args = [TOOLS.playwright, 'install', 'chromium', '--only-shell', ...options]
  return spawnSync(process.execPath, args, { stdio: 'inherit', timeout: INSTALL_PATIENCE_MS }).status === 0
}

/** Returns the first browser that starts, because an existing one may lack a library. */
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
