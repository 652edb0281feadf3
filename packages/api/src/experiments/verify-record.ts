import { createPublicKey, verify } from 'node:crypto'
import type { ProjectQueries, RunDetails, RunnerKey } from '@assay/db/types'
import { canonicalFigures, recordText, type SignedRecord } from '@assay/domain/experiments/run-record'
import { err, ok, type Result } from '@assay/domain/result'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'

/**
 * Verifies the record of a run: signed by a key that is registered with the project, about this run, with its figures
 * and on its machine. A record that is not is refused, because somebody made it up.
 */
export async function verifyRecord(
  { experiments }: Pick<ProjectQueries, 'experiments'>,
  signed: SignedRecord,
  run: RunDetails,
): Promise<Result<RunnerKey, AppError>> {
  const { record, publicKey, signature } = signed
  const key = (await experiments.keys.list()).find((one) => one.publicKey === publicKey && one.revokedAt === null)
  if (key === undefined) return refused('/record/publicKey', 'is not the key of a runner of this project')
  if (!isSignedBy(publicKey, recordText(record), signature))
    return refused('/record/signature', 'does not match the record')
  if (record.runId !== run.id) return refused('/record/record/runId', 'is another run')
  if (record.figures !== figuresOf(run)) return refused('/record/record/figures', 'does not match the stored figures')
  if (record.machine.name !== run.hardware) return refused('/record/record/machine/name', `is not ${run.hardware}`)
  return ok(key)
}

const figuresOf = ({ workload, metrics, results }: RunDetails): string =>
  sha256Hex(canonicalFigures({ workload, metrics: metrics.map(({ name }) => name), results }))

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = readPublicKey(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/** Returns null for anything but an Ed25519 key. */
export function readPublicKey(publicKey: string): ReturnType<typeof createPublicKey> | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function refused(pointer: string, message: string): Result<never, AppError> {
  const detail = `The record of the run is not valid: ${pointer} ${message}. Nothing was attached.`
  return err(appError('document-invalid', detail, [{ pointer, message }]))
}
