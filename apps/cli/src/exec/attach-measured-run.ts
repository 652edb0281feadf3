import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { canonicalFigures, type RunRecord, type SignedRecord } from '@assay/domain/experiments/run-record'
import type { ExecRecord } from '@assay/domain/import/exec-record'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import type { CommandIo } from '../command-io.ts'
import { attachRun } from '../commands/experiment-command.ts'
import type { ExitCode } from '../exit-code.ts'
import { stopOfSystemError } from '../stop.ts'
import type { Attempt } from './candidate-attempt.ts'
import { signRecord } from './runner-key.ts'

export type Measurement = {
  document: UploadDocument
  record: ExecRecord
  attempt: Attempt
  counter: RunRecord['counter'] | null
  /** Duration by a clock that nobody can set. */
  seconds: number
  /** The file that gets the signed record. */
  recordPath: string
}

/**
 * Signs the record of a stored run, if there is a key, writes it next to the output, so that the run can be attached
 * later when the server does not answer, and attaches the run to its candidate; prints the decision.
 */
export async function attachMeasuredRun(measurement: Measurement, io: CommandIo): Promise<ExitCode> {
  const { document, attempt, recordPath } = measurement
  const { project, experiment, candidate } = attempt.measured
  const record = signedRecord(measurement)
  if (record !== null)
    await writeFile(recordPath, `${JSON.stringify(record, null, 2)}\n`).catch((cause: unknown) => {
      throw stopOfSystemError(cause, recordPath)
    })
  const named = [experiment, String(candidate), document.runId ?? ''] as const
  return attachRun(named, { project, signed: record }, { ...io, out: io.log })
}

function signedRecord({ document, record, attempt, counter, seconds }: Measurement): SignedRecord | null {
  if (attempt.key === null || counter === null) return null
  const { runId = '', hardware, workload, metricNames, results, testbed } = document
  const figures = canonicalFigures({
    workload: workload.name,
    metrics: metricNames,
    results: results.map((result) => ({ ...result, params: result.params ?? {} })),
  })
  const signed: RunRecord = {
    assayRecord: 1,
    runId,
    figures: createHash('sha256').update(figures).digest('hex'),
    measured: attempt.measured,
    counter,
    command: record.command,
    ...attempt.hashes,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? record.startedAt,
    seconds,
    checks: { outcome: record.outcome, 'exit code': String(record.exitCode ?? '') },
    machine: { name: hardware.name, ...(testbed !== undefined && { testbed }) },
    separateUser: attempt.user?.name ?? null,
  }
  return signRecord(signed, attempt.key.key)
}
