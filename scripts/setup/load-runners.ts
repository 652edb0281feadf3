import { readFileSync } from 'node:fs'
import type { ProjectAccess } from '@assay/api/access/resolve-access'
import { RunnerHistory } from '../../demo/runner/recorded-runner.ts'
import { listRunnerFiles } from './demo-documents.ts'

/** Loads the histories of runners, with the runs that are loaded before; what is stored already stays unchanged. */
export async function loadRunners({ queries }: ProjectAccess): Promise<void> {
  for (const path of listRunnerFiles()) {
    await queries.runRequests.restore(RunnerHistory.parse(JSON.parse(readFileSync(path, 'utf8'))))
  }
}
