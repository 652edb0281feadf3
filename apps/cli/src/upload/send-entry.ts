import type { AppRouter } from '@assay/api/router'
import { projectSegment } from '@assay/domain/projects/project-key'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { at, type Connection, gzipBody, request, unreachableReason, wasReached } from '../server/http-request.ts'
import { UploadAnswer } from '../spool/receipt.ts'
import { type SpoolBlob, type SpoolEntry, sha256Hex } from '../spool/spool-entry.ts'
import { outcomeOfStatus, readErrorDetails, retryAfterMs, type UploadOutcome } from './upload-outcome.ts'

/**
 * Sends one run once: its large raw files first, then the document that references them, which is the commit point.
 *
 * @param sent hashes of raw files that the server has from earlier attempts; those of this one are added.
 */
export async function sendEntry(
  { connection, clock }: { connection: Connection; clock: Clock },
  entry: SpoolEntry,
  { sent, signal }: { sent: Set<string>; signal: AbortSignal },
): Promise<UploadOutcome> {
  for await (const blob of entry.blobs()) {
    if (sent.has(blob.sha256)) continue
    const refused = await sendBlob(connection, entry.project, blob, clock, signal)
    if (refused !== null) return refused
    sent.add(blob.sha256)
  }
  return sendDocument(connection, entry, clock, signal)
}

/** Returns null when the server has the file now. */
async function sendBlob(
  connection: Connection,
  project: string,
  { sha256, gzip }: SpoolBlob,
  clock: Clock,
  signal: AbortSignal,
): Promise<Exclude<UploadOutcome, { kind: 'stored' }> | null> {
  try {
    const response = await request(
      connection,
      at(connection, `/api/v1/projects/${projectSegment(project)}/blobs/${sha256}`),
      {
        method: 'PUT',
        body: gzip,
        headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
        signal,
      },
    )
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return null
    const problem =
      body !== null && typeof body === 'object' && 'errors' in body ? { ...body, places: body.errors } : body
    return outcomeOfStatus(response.status, responseInfo(response, readErrorDetails(problem), clock))
  } catch (cause) {
    return unreached(cause, connection)
  }
}

async function sendDocument(
  connection: Connection,
  entry: SpoolEntry,
  clock: Clock,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const { project, document, onConflict } = entry
  const answer = await callRuns(connection, clock, signal, (runs) =>
    runs.upload.mutate({ project, document, onConflict }),
  )
  return 'kind' in answer ? answer : checkAnswer(answer.value, entry)
}

/**
 * Asks whether a run would be stored, without storing it. Its samples and files are not sent, because they do not
 * affect the decision.
 *
 * @returns the refusal; `accepted` when the run can be stored, `no-answer` when the server could not be reached.
 */
export async function checkRun(
  { connection, clock }: { connection: Connection; clock: Clock },
  { project, document, onConflict }: Pick<SpoolEntry, 'project' | 'document' | 'onConflict'>,
  signal: AbortSignal,
): Promise<Extract<UploadOutcome, { kind: 'rejected' }> | 'accepted' | 'no-answer'> {
  const { attachments: _attachments, profiles: _profiles, ...rest } = document
  const results = document.results.map(({ samples: _samples, command: _command, ...result }) => result)
  const answer = await callRuns(connection, clock, signal, (runs) =>
    runs.checkUpload.mutate({ project, document: { ...rest, results }, onConflict }),
  )
  if (!('kind' in answer)) return 'accepted'
  return answer.kind === 'rejected' ? answer : 'no-answer'
}

type RunsClient = ReturnType<typeof createTRPCClient<AppRouter>>['runs']

async function callRuns<T>(
  connection: Connection,
  clock: Clock,
  signal: AbortSignal,
  call: (runs: RunsClient) => Promise<T>,
): Promise<{ value: T } | Exclude<UploadOutcome, { kind: 'stored' }>> {
  // tRPC drops the response when its body is not JSON, as from a proxy; its status and Retry-After are needed then too.
  let response: Response | null = null
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: at(connection, '/api/trpc'),
        fetch: async (url, init) => {
          const { body, headers } = await gzipBody(typeof init?.body === 'string' ? init.body : '')
          response = await request(connection, String(url), {
            method: 'POST',
            body,
            headers: { ...headers, 'content-type': 'application/json' },
            signal,
          })
          return response
        },
      }),
    ],
  })
  try {
    return { value: await call(client.runs) }
  } catch (cause) {
    return verdictOfFailure(cause, response, connection, clock)
  }
}

const TrpcData = z.object({ app: z.unknown() })

function verdictOfFailure(
  cause: unknown,
  response: Response | null,
  connection: Connection,
  clock: Clock,
): Exclude<UploadOutcome, { kind: 'stored' }> {
  if (!(cause instanceof TRPCClientError)) throw cause
  if (response === null) return unreached(cause.cause ?? cause, connection)
  if (!response.ok) {
    // Token and body are checked before tRPC sees a request, and a failure of that check is a problem document.
    const { app } = TrpcData.safeParse(cause.data).data ?? { app: cause.meta?.responseJSON }
    return outcomeOfStatus(response.status, responseInfo(response, readErrorDetails(app), clock))
  }
  if (response.headers.get('content-type')?.includes('json') === true)
    return unreached(cause.cause ?? cause, connection)
  return { kind: 'stop', reason: `${connection.serverUrl.href} answers, but not as Assay does; check ASSAY_URL.` }
}

/**
 * For an id that is a hash of the values, the digest in the response proves that the stored run equals the sent one.
 */
function checkAnswer(answer: unknown, { document }: SpoolEntry): UploadOutcome {
  const read = UploadAnswer.safeParse(answer)
  if (!read.success)
    return { kind: 'stop', reason: 'The server answered without a receipt; it may be newer than this CLI.' }
  const sent = sha256Hex(runContent(document))
  const derived = runIdFromSha256(sent) === document.runId
  if (read.data.runId !== document.runId || (derived && read.data.digest !== sent)) {
    return {
      kind: 'stop',
      reason: `The server confirmed other content than was sent (run ${document.runId}). The run stays in the spool; report this as a bug.`,
    }
  }
  return { kind: 'stored', answer: read.data }
}

const responseInfo = (response: Response, details: ReturnType<typeof readErrorDetails>, clock: Clock) => ({
  ...details,
  retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
})

const unreached = (cause: unknown, { serverUrl }: Connection): Extract<UploadOutcome, { kind: 'retry' }> => ({
  kind: 'retry',
  reached: wasReached(cause),
  reason: unreachableReason(cause, serverUrl),
  retryAfterMs: null,
})
