import { chromium } from '@playwright/test'
import { BROWSER_ARGS, listBrowsers, listShells } from '../../e2e/support/find-browser.ts'
import { PlainError } from '../lib/plain-error.ts'
import { installPackages } from './install-packages.ts'
import { runTool } from './run-tool.ts'

let browser: Promise<string> | undefined

/**
 * Finds a Chromium that starts: a headless shell, which is three times as fast, when there is one or one can be
 * installed; else an installed browser, else Playwright's own, else Debian's. Later calls return the same one.
 *
 * @returns the path of the program.
 * @throws PlainError when there is none.
 */
export function ensureBrowser(): Promise<string> {
  browser ??= findOrInstall()
  return browser
}

async function findOrInstall(): Promise<string> {
  if (listShells().length === 0 && !process.env.CHROMIUM_PATH) {
    await installPackages(['chromium-headless-shell'], 'for the browser tests')
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
    const found = (await install()) ? await findWorking() : null
    if (found !== null) return found
  }
  throw new PlainError(
    'No Chromium could be installed for the browser tests. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.',
  )
}

async function playwrightInstalls(...options: string[]): Promise<boolean> {
  return (await runTool('playwright', ['install', 'chromium', '--only-shell', ...options])) === 0
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
