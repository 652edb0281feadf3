import type { RunnerKey } from '@assay/db/types'
import { NewRunnerKey } from '@assay/domain/experiments/run-record'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { readPublicKey } from './verify-record.ts'

/** Registers the public key of a runner; its records are then accepted. */
export async function addRunnerKey({ queries }: ProjectAccess, input: unknown): Promise<Result<RunnerKey, AppError>> {
  const sent = parseInput(NewRunnerKey, input)
  if (!sent.ok) return sent
  if (readPublicKey(sent.value.publicKey) !== null) return ok(await queries.experiments.keys.add(sent.value))
  const message = 'is no Ed25519 public key (SPKI, base64)'
  const detail = `The key ${message}. assay experiment key FILE creates one and prints it.`
  return err(appError('document-invalid', detail, [{ pointer: '/publicKey', message }]))
}
