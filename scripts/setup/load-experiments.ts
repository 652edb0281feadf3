import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ProjectAccess } from '@assay/api/access/resolve-access'
import { proposeCandidate, storeAttachment } from '@assay/api/experiments/write-experiments'
import type { Result } from '@assay/domain/result'
import { RecordedExperiment } from '../../demo/experiments/recorded-experiment.ts'
import { PlainError } from '../lib/plain-error.ts'
import { listExperimentFiles } from './demo-documents.ts'

/**
 * Loads the experiments of the demo project, whose runs are loaded before; existing ones stay unchanged. Every signed
 * record is verified as if its runner sent it.
 */
export async function loadExperiments(access: ProjectAccess): Promise<void> {
  for (const path of listExperimentFiles()) {
    const recorded = RecordedExperiment.parse(JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')))
    await loadExperiment(access, recorded)
  }
}

async function loadExperiment(
  access: ProjectAccess,
  { definition, keyName, candidates, records }: RecordedExperiment,
): Promise<void> {
  const { experiments } = access.queries
  const { slug } = definition
  if ((await experiments.create(definition)) === null) return
  for (const publicKey of new Set(records.map((one) => one.publicKey)))
    await experiments.keys.add({ name: keyName, publicKey })
  for (const candidate of candidates) requireOk(slug, await proposeCandidate(access, slug, candidate))
  for (const record of records) {
    const { runId, measured } = record.record
    requireOk(slug, await storeAttachment(access, { slug, number: measured.candidate, input: { runId, record } }))
  }
  await experiments.end(slug)
}

function requireOk(slug: string, result: Result<unknown, { detail: string }>): void {
  if (!result.ok) throw new PlainError(`The demo experiment ${slug} was refused: ${result.error.detail}`)
}
