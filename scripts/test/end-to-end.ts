import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../lib/postgres/free-port.ts'
import { type Count, NOTHING, withExit } from './count.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { readReport } from './read-report.ts'
import { runTool } from './run-tool.ts'

const Report = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** Runs the e2e tests in a real browser, against the product as `npm start` starts it. */
export async function endToEndTests(): Promise<Count> {
  const browser = await ensureBrowser()
  const directory = mkdtempSync(join(tmpdir(), 'assay-e2e-'))
  const path = join(directory, 'report.json')
  // Traces take a fifth of the time; running a single failed test writes one.
  const code = await runTool('playwright', ['test', '--trace=off', '--reporter=list,json'], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      ASSAY_E2E_DATA_DIR: join(directory, 'data'),
      ASSAY_E2E_PORT: String(await freePort()),
      CHROMIUM_PATH: browser,
    },
  })
  const report = readReport(path, Report)
  rmSync(directory, { recursive: true, force: true })
  if (report === null) return withExit(NOTHING, code === 0 ? 1 : code)
  const { expected, unexpected, flaky, skipped } = report.stats
  return withExit({ passed: expected, failed: unexpected + flaky, skipped }, code)
}
