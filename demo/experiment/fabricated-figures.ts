import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { recordText, type SignedRecord } from '@assay/domain/experiments/run-record'
import { z } from 'zod'
import type { AssayClient } from './assay-client.ts'
import { readRecord, runFolders } from './run-folders.ts'

const Problem = z.looseObject({ detail: z.string() })

/**
 * Tries to attach figures that nobody measured: with a record that the candidate signed itself, with a record of the
 * runner whose figures were replaced, and with the record of another candidate. Returns the refusals.
 *
 * @throws when one is accepted.
 */
export async function tryFabricatedFigures(
  assay: AssayClient,
  { slug, candidate, folder }: { slug: string; candidate: number; folder: string },
): Promise<string[]> {
  const original = readRecord(runFolders(folder)[0] ?? folder)
  const measured = { ...original.record.measured, candidate }
  const changed = { ...original.record, measured, figures: 'f'.repeat(64) }
  const own = generateKeyPairSync('ed25519')
  const tries: SignedRecord[] = [
    {
      record: changed,
      signature: sign(null, Buffer.from(recordText(changed)), own.privateKey).toString('base64'),
      publicKey: createPublicKey(own.privateKey).export({ format: 'der', type: 'spki' }).toString('base64'),
    },
    { ...original, record: changed },
    original,
  ]
  const refusals: string[] = []
  for (const record of tries) {
    const body = { runId: original.record.runId, record }
    const answer = await assay.send('POST', `/experiments/${slug}/candidates/${candidate}/runs`, body)
    if (answer.status < 400) throw new Error('Figures that were made up were accepted.')
    refusals.push(Problem.parse(answer.body).detail)
  }
  return refusals
}
