import { createHash } from 'node:crypto'
import http from 'node:http'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { generatedRun } from './generated-runs.ts'
import type { Product } from './product.ts'

/**
 * Uploads generated runs by REST; each client sends one after another on a kept-alive connection.
 *
 * @param from first run number; `count` of them are sent, shared by `clients`.
 * @param make creates the run of a number.
 * @returns the duration in seconds; the bodies are created before the clock starts.
 */
export async function uploadRuns(
  product: Product,
  {
    from,
    count,
    clients,
    make = generatedRun,
  }: { from: number; count: number; clients: number; make?: (index: number) => UploadDocument },
): Promise<number> {
  // `assay push` derives the same id from the content of the run.
  const sent = Array.from({ length: count }, (_, i) => asSent(make(from + i)))
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  let next = 0
  const client = async () => {
    while (next < count) {
      const at = next++
      const { runId, body } = sent[at] ?? { runId: '', body: '' }
      const status = await put(`${product.url}/api/v1/runs/${runId}?onConflict=repeat`, body, product.token, agent)
      if (status !== 201 && status !== 200) throw new Error(`run ${from + at} was answered ${status}`)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return (performance.now() - began) / 1000
}

/** Uploads one run; @throws unless it is stored. */
export async function uploadRun(product: Product, run: UploadDocument): Promise<void> {
  const { runId, body } = asSent(run)
  const status = await put(
    `${product.url}/api/v1/runs/${runId}?onConflict=repeat`,
    body,
    product.token,
    http.globalAgent,
  )
  if (status !== 201 && status !== 200) throw new Error(`a run was answered ${status}`)
}

function asSent(run: UploadDocument): { runId: string; body: string } {
  const digest = createHash('sha256').update(runContent(run)).digest('hex')
  return { runId: runIdFromSha256(digest), body: JSON.stringify(run) }
}

/** Uses node:http, because the client of fetch costs as much CPU as the server under test. */
function put(url: string, body: string, token: string, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method: 'PUT',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
