import { createPublicKey, verify } from 'node:crypto'
import type { RunDetails, RunnerKey } from '@assay/db/types'
import { canonicalFigures, recordText, type SignedRecord } from '@assay/domain/experiments/run-record'
import { isKeyOf, projectKey, projectLabel } from '@assay/domain/projects/project-key'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { type AppError, appError } from '../errors.ts'

type Attachment = { run: RunDetails; slug: string; candidate: number }

/** Difference of the two clocks of a record, as a share and in seconds, from which one of them was set. */
const MAX_CLOCK_SHARE = 0.1
const MAX_CLOCK_SECONDS = 5

/**
 * Verifies the record of a run: signed by a key that is registered with the project, about this run of this candidate,
 * with its figures and on its machine. A record that is not is refused, because somebody made it up or sends that of
 * another run again.
 */
export async function verifyRecord(
  { project, queries }: ProjectAccess,
  signed: SignedRecord,
  { run, slug, candidate }: Attachment,
): Promise<Result<RunnerKey, AppError>> {
  const { record, publicKey, signature } = signed
  const key = (await queries.experiments.keys.list()).find(
    (one) => one.publicKey === publicKey && one.revokedAt === null,
  )
  if (key === undefined) return refused('/record/publicKey', 'is not the key of a runner of this project')
  if (!isSignedBy(publicKey, recordText(record), signature))
    return refused('/record/signature', 'does not match the record')
  if (record.runId !== run.id) return refused('/record/record/runId', 'is another run')
  if (record.figures !== figuresOf(run)) return refused('/record/record/figures', 'does not match the stored figures')
  if (record.machine.name !== run.hardware) return refused('/record/record/machine/name', `is not ${run.hardware}`)
  const { measured } = record
  if (!isKeyOf(measured.project.replace('~', '/'), projectLabel(projectKey(project))))
    return refused('/record/record/measured/project', `is not ${projectLabel(projectKey(project))}`)
  if (measured.experiment !== slug) return refused('/record/record/measured/experiment', `is not ${slug}`)
  if (measured.candidate !== candidate) return refused('/record/record/measured/candidate', `is not ${candidate}`)
  const stated = (Date.parse(record.finishedAt) - Date.parse(record.startedAt)) / 1000
  if (Math.abs(stated - record.seconds) > Math.max(MAX_CLOCK_SECONDS, MAX_CLOCK_SHARE * record.seconds))
    return refused('/record/record/seconds', 'does not match startedAt and finishedAt: the clock was set')
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
