import type { UploadSamples } from '@assay/domain/run/upload-document'
import { devicesOf } from '@assay/domain/run/validity/devices'
import { resultFlags, VALIDITY_VERSION } from '@assay/domain/run/validity/flag-results'
import type { JudgedResult } from '@assay/domain/run/validity/judged-result'
import { z } from 'zod'
import { recordRunChange } from '../../hot/run-index/run-changes.ts'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { findRun } from '../../hot/runs/find-run.ts'
import { findSamples } from '../../hot/runs/find-samples.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultDetails, RunDetails } from '../../types.ts'
import { type FlaggedResult, insertFlags } from './store-flags.ts'

const BATCH = 200

/**
 * Applies the validity rules again to runs that have flags of older rules, or none. Each run is replaced in one
 * transaction, so that the work can be interrupted and resumed, and two processes may run it at once.
 *
 * @returns the number of judged runs.
 */
export async function judgeAgain(scoped: TenantScope, runIndexes: RunIndexCache): Promise<number> {
  let judged = 0
  for (;;) {
    const rows = await readRows(
      scoped,
      z.object({ id: z.string() }),
      'select id from run where project_id = $1 and validity_version < $2 order by id limit $3',
      [scoped.projectId, VALIDITY_VERSION, BATCH],
    )
    for (const { id } of rows) await judgeRun(scoped, runIndexes, id)
    judged += rows.length
    if (rows.length < BATCH) return judged
  }
}

async function judgeRun(scoped: TenantScope, runIndexes: RunIndexCache, runId: string): Promise<void> {
  const { projectId } = scoped
  const run = await findRun(scoped, runIndexes, runId)
  if (run === null) return
  const results: FlaggedResult[] = []
  for (const result of run.results) {
    const samples = result.samples.length === 0 ? [] : await findSamples(scoped, result.id)
    const sampled = samples.map(({ metric, ...series }) => ({ ...series, metric: metric.name }))
    results.push({ resultId: result.id, badges: resultFlags(asJudged(run, result, sampled)) })
  }
  // The lock comes first, so that the second of two processes replaces what the first one wrote.
  await scoped.batch([
    {
      name: 'mark-judged',
      text: 'update run set validity_version = greatest(validity_version, $3) where project_id = $1 and id = $2',
      values: [projectId, runId, String(VALIDITY_VERSION)],
    },
    {
      name: 'forget-badges',
      text: 'delete from result_badge where project_id = $1 and run_id = $2',
      values: [projectId, runId],
    },
    ...insertFlags(projectId, runId, results),
    recordRunChange(projectId, runId, false),
  ])
}

function asJudged(run: RunDetails, result: ResultDetails, samples: readonly UploadSamples[]): JudgedResult {
  const test = run.tests.find(({ name }) => name === result.test)
  const device = result.params.device ?? run.workloadParams.device
  const positions = new Map(run.metrics.map(({ name }, position) => [name, position]))
  return {
    benchmark: run.benchmark,
    test: test ?? { name: result.test },
    clients: result.clients,
    cores: run.hardwareDetails.cores,
    value: (metric) => result.values[positions.get(metric) ?? -1],
    samples,
    command: result.command,
    failure: result.failure,
    devices: devicesOf(device),
  }
}
