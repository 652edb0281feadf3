import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, listBrowsers } from './e2e/support/find-browser.ts'

// npm test gives a free port and a fresh data directory. Workers read this file too, and inherit what is set here.
process.env.ASSAY_E2E_PORT ??= '3170'
const running = process.env.ASSAY_E2E_URL
if (process.env.ASSAY_E2E_DATA_DIR === undefined) {
  const own = join(import.meta.dirname, '.cache/e2e-data')
  // Tests change states and create accounts, so each run begins with the data of the demo alone.
  if (running === undefined && !process.argv.includes('--list')) rmSync(own, { recursive: true, force: true })
  process.env.ASSAY_E2E_DATA_DIR = own
}
const port = process.env.ASSAY_E2E_PORT
const executablePath = listBrowsers()[0]
/** Servers that are killed while simulated people type; chaos/ has the same at full size. */
const SIMULATIONS = '**/typing-through-kills.e2e.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: process.env.CI !== undefined,
  // A test that passes the second time is a test that fails.
  retries: 0,
  // Two workers use half of two cores, because each waits for the server and for the browser to draw.
  workers: 3,
  // For what never comes, not for what is slow: a machine may be ten times slower than ours.
  timeout: 5 * 60_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    browserName: 'chromium',
    launchOptions: { args: BROWSER_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'set-up', testMatch: '**/set-up.e2e.ts' },
    { name: 'chromium', testIgnore: ['**/set-up.e2e.ts', SIMULATIONS], dependencies: ['set-up'] },
    // `npm run test:all` runs these too.
    { name: 'simulations', testMatch: SIMULATIONS, dependencies: ['set-up'] },
  ],
  // While writing tests: npm start in one terminal, ASSAY_E2E_URL=http://localhost:3000 npx playwright test in another,
  // with ASSAY_E2E_DATA_DIR=.data for tests that upload.
  ...(running === undefined && {
    webServer: {
      command: 'node scripts/start.mjs',
      url: `http://localhost:${port}/api/health/ready`,
      env: {
        PORT: port,
        ASSAY_DATA_DIR: process.env.ASSAY_E2E_DATA_DIR,
        DATABASE_URL: '',
        HOST: '',
        ASSAY_LIMITS: 'off',
        ASSAY_SIGN_UP: 'open',
        ASSAY_LOOPBACK_TARGETS: '1',
      },
      timeout: 10 * 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      reuseExistingServer: false,
      stdout: 'pipe',
    },
  }),
})
