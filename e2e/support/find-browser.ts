import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Headless browsers, in which a page takes a third of the time of one with hidden windows. */
const SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Lists existing programs to try, best first: the one of CHROMIUM_PATH, headless shells, those of the system,
 * Playwright's own.
 */
export function listBrowsers(): string[] {
  const given = process.env.CHROMIUM_PATH
  const named = given === undefined || given === '' ? [] : [given]
  return [...named, ...listShells(), ...SYSTEM, chromium.executablePath()].filter((path) => existsSync(path))
}

/** Headless shells of the system and those that Playwright installed. */
export function listShells(): string[] {
  const downloads = dirname(dirname(dirname(chromium.executablePath())))
  const own = existsSync(downloads)
    ? readdirSync(downloads, { recursive: true, encoding: 'utf8' })
        .filter((path) => /^chromium_headless_shell-\d+\/[^/]+\/(?:chrome-headless-shell|headless_shell)$/.test(path))
        .map((path) => join(downloads, path))
    : []
  return [...SHELLS, ...own].filter((path) => existsSync(path))
}

/** Quiet and offline; without a sandbox as root, which Chromium does not support. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
