import { createHash } from 'node:crypto'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { UploadDocument } from '@assay/domain/run/upload-document'

const PAUSE_MS = 50
/** Detects a server that never answers; a slow machine needs far less. */
const MAX_WAIT_MS = 10 * 60_000

/** Uploads runs in any order as runners do, and retries the same id at another server until there is a response. */
export async function sendRuns(
  runs: readonly UploadDocument[],
  {
    urls,
    token,
    clients,
    paceMs,
    sent,
  }: { urls: readonly string[]; token: string; clients: number; paceMs: number; sent: () => unknown },
): Promise<void> {
  const pending = runs.values()
  const client = async () => {
    for (const run of pending) {
      await sendOne(run, urls, token)
      sent()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * paceMs))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function sendOne(run: UploadDocument, urls: readonly string[], token: string): Promise<void> {
  const runId = runIdFromSha256(createHash('sha256').update(runContent(run)).digest('hex'))
  const deadline = Date.now() + MAX_WAIT_MS
  for (let attempt = Math.floor(Math.random() * urls.length); Date.now() < deadline; attempt++) {
    const answer = await fetch(`${urls[attempt % urls.length]}/api/v1/runs/${runId}?onConflict=repeat`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(run),
    }).catch(() => null)
    if (answer?.ok) return
    if (answer !== null && answer.status < 500)
      throw new Error(`a run was answered ${answer.status}: ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('a run was not taken within ten minutes')
}
