import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { type Count, NOTHING, withExit } from './count.ts'
import { ensureBenchmarks } from './ensure-benchmarks.ts'
import { readReport } from './read-report.ts'
import { runTool } from './run-tool.ts'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** Unit, property, database and router tests. */
export const unitTests = () => vitest('pure', 'pages', 'server')

/**
 * Tests that start whole programs, also with wrong arguments: the CLI, workers, migrations, and the product; and drills
 * with whole servers, such as a restore.
 */
export const programTests = () => vitest('drills', 'programs', 'start')

/** Both of these in one run, which leaves no core idle at the end of the first. */
export const unitAndProgramTests = () => vitest('pure', 'pages', 'server', 'drills', 'programs', 'start')

/** Random histories of shares and evidence, killed workers, and a move to another database. */
export const simulationTests = () => vitest('simulations')

/** Tests that install programs from the registry, such as an earlier major version of Postgres. */
export const registryTests = () => vitest('registry')

/** Tests against servers that environment variables name, such as a Citus cluster. */
export const serverTests = () => vitest('servers')

/** Real benchmarks under `assay exec`, installed in a container as root. */
export async function benchmarkTests(): Promise<Count> {
  await ensureBenchmarks()
  return vitest('benchmarks')
}

/** Histories of operations under faults, checked by a Go program. */
export const historyTests = () => vitest('histories')

async function vitest(...projects: string[]): Promise<Count> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-unit-'))
  const path = join(directory, 'report.json')
  const code = await runTool('vitest', [
    'run',
    ...projects.map((name) => `--project=${name}`),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
  ])
  const report = readReport(path, Report)
  rmSync(directory, { recursive: true })
  return withExit(`vitest ${projects.join(' ')}`, report === null ? NOTHING : countReport(report), code)
}

/** A file that failed as a whole (it does not load, its set-up threw) names no failed test and counts as one. */
function countReport({ testResults, ...report }: z.infer<typeof Report>): Count {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: testResults.flatMap(listFailures),
  }
}

/** Lists the failed tests of a file, each with the first line of its error. */
function listFailures(file: z.infer<typeof Report>['testResults'][number]): string[] {
  if (file.status !== 'failed') return []
  const path = relative(ROOT, file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [`${path}: ${firstLine(file.message)}`]
  return failed.map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
}

function firstLine(message = 'no message'): string {
  return message.split('\n', 1)[0] ?? ''
}
