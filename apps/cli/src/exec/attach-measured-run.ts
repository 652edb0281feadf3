import { createHash } from 'node:crypto'
import { canonicalFigures, type RunRecord } from '@assay/domain/experiments/run-record'
import type { ExecRecord } from '@assay/domain/import/exec-record'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import type { CommandIo } from '../command-io.ts'
import { attachRun } from '../commands/experiment-command.ts'
import type { ExitCode } from '../exit-code.ts'
import { readRunnerKey, signRecord } from './runner-key.ts'
import type { SeparateUser } from './separate-user.ts'

export type Measurement = {
  document: UploadDocument
  record: ExecRecord
  binarySha256: string
  user: SeparateUser | null
}

export type AttachFlags = { experiment: string; candidate: number; key?: string; project?: string }

/** Signs the record of a stored run, if there is a key, and attaches the run to a candidate; prints the decision. */
export async function attachMeasuredRun(
  measurement: Measurement,
  { experiment, candidate, key, project }: AttachFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const signed = key === undefined ? null : signRecord(recordOf(measurement), await readRunnerKey(key))
  const { runId = '' } = measurement.document
  const flags = project === undefined ? {} : { project }
  return attachRun([experiment, String(candidate), runId], { ...flags, record: signed }, { ...io, out: io.log })
}

function recordOf({ document, record, binarySha256, user }: Measurement): RunRecord {
  const { runId = '', hardware, workload, metricNames, results, testbed } = document
  const figures = canonicalFigures({
    workload: workload.name,
    metrics: metricNames,
    results: results.map((result) => ({ ...result, params: result.params ?? {} })),
  })
  return {
    assayRecord: 1,
    runId,
    figures: createHash('sha256').update(figures).digest('hex'),
    command: record.command,
    binarySha256,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? record.startedAt,
    checks: { outcome: record.outcome, 'exit code': String(record.exitCode ?? '') },
    machine: { name: hardware.name, ...(testbed !== undefined && { testbed }) },
    separateUser: user?.name ?? null,
  }
}
