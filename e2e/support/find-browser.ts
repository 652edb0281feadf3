import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Programs to try, best first: the one of CHROMIUM_PATH, those of the system, Playwright's own. Only existing ones. */
export function listBrowsers(): string[] {
  const given = process.env.CHROMIUM_PATH
  const candidates = [...(given === undefined || given === '' ? [] : [given]), ...SYSTEM, chromium.executablePath()]
  return candidates.filter((path) => existsSync(path))
}

/** Quiet and offline; without a sandbox as root, where Chromium has none. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
