import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../lib/postgres/free-port.ts'
import { makeDatabaseDirectory } from '../testing/database-directory.ts'
import { type Count, NOTHING, withExit } from './count.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { readReport } from './read-report.ts'
import { runTool } from './run-tool.ts'

const Spec = z.object({ title: z.string(), file: z.string(), line: z.number(), ok: z.boolean() })
type Suite = { specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.object({
  specs: z.array(Spec),
  suites: z.lazy(() => z.array(Suite)).optional(),
})
const Report = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** Runs the e2e tests in a real browser, against the product as `npm start` starts it. */
export const endToEndTests = () => playwright('chromium')

/** The e2e tests, and simulations of people whose server is killed. */
export const endToEndTestsWithSimulations = () => playwright('chromium', 'simulations')

async function playwright(...projects: string[]): Promise<Count> {
  const browser = await ensureBrowser()
  const directory = mkdtempSync(join(tmpdir(), 'assay-e2e-'))
  const path = join(directory, 'report.json')
  const dataDir = makeDatabaseDirectory('assay-e2e-data-')
  // Traces take a fifth of the time; running a single failed test writes one.
  const code = await runTool(
    'playwright',
    ['test', ...projects.map((name) => `--project=${name}`), '--trace=off', '--reporter=list,json'],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
        ASSAY_E2E_DATA_DIR: dataDir,
        ASSAY_E2E_PORT: String(await freePort()),
        CHROMIUM_PATH: browser,
      },
    },
  )
  const report = readReport(path, Report)
  for (const gone of [directory, dataDir]) rmSync(gone, { recursive: true, force: true })
  if (report === null) return withExit('e2e', NOTHING, code === 0 ? 1 : code)
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = report.suites.flatMap(listFailures)
  return withExit('e2e', { passed: expected, failed: unexpected + flaky, skipped, failures }, code)
}

function listFailures({ specs, suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `e2e/${file}:${line} > ${title}`)
  return [...failed, ...suites.flatMap(listFailures)]
}
