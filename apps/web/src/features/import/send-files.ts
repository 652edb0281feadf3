import { missingChunksPath, uploadChunkPath } from '../../paths.ts'
import { chunksOf, type UploadChunk } from './file-chunks.ts'
import type { Packed } from './pack-files.ts'
import { type Answer, type Progress, sendRequest } from './send-request.ts'

type Sending = {
  project: string
  url: string
  packed: Packed
  /** The import profile as YAML; null for that of the project. */
  profile: string | null
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

const UNREADABLE = 'The files cannot be read. Choose them again; they may have changed meanwhile.'
/** Times that chunks are sent again which the server has lost, such as those of an upload that was completed elsewhere. */
const MAX_ROUNDS = 3

/**
 * Sends files to the REST API. A large upload is sent in chunks, of which the server says which it needs, so that it
 * continues where an earlier one stopped: after a lost connection, a cancellation or a reload of the page.
 */
export async function sendFiles<T>(sending: Sending): Promise<Answer<T>> {
  const { packed, url } = sending
  const chunks = await readChunks(packed)
  if (chunks === 'unreadable') return { ok: false, message: UNREADABLE, code: 'unreadable' }
  if (chunks === null) return sendForm(sending, url, 'file')
  const named = `${url}&name=${encodeURIComponent(fileName(packed))}`
  for (let round = 1; ; round++) {
    const stored = await storeChunks(sending, chunks)
    if (!stored.ok) return stored.code === 'quota-exceeded' ? sendForm(sending, url, 'file') : stored
    const answer = await sendForm<T>(sending, named, chunks)
    if (answer.ok || answer.code !== 'chunks-missing' || round === MAX_ROUNDS) return answer
  }
}

/** A file that was changed or deleted after it was chosen cannot be read any more. */
async function readChunks({ body }: Packed): Promise<readonly UploadChunk[] | null | 'unreadable'> {
  try {
    return await chunksOf(body)
  } catch {
    return 'unreadable'
  }
}

const fileName = ({ name }: Packed): string => name.split('/').at(-1) ?? name

/** Sends the request that previews or stores the files, with the file itself or the hashes of its chunks. */
function sendForm<T>(
  { packed, profile, onProgress, signal }: Sending,
  url: string,
  content: 'file' | readonly UploadChunk[],
): Promise<Answer<T>> {
  const form = new FormData()
  if (content === 'file') form.set('file', packed.body, fileName(packed))
  else form.set('chunks', content.map(({ sha256 }) => sha256).join(','))
  if (profile !== null) form.set('profile', profile)
  const onSent = (sent: number, total: number) => onProgress(sent >= total ? null : sent / total)
  return sendRequest({ method: 'POST', url, body: form, onSent, onWaiting: () => onProgress('waiting'), signal })
}

/** Stores the chunks that the server does not have. */
async function storeChunks(
  { project, packed, onProgress, signal }: Sending,
  chunks: readonly UploadChunk[],
): Promise<Answer<unknown>> {
  const common = { onWaiting: () => onProgress('waiting'), signal }
  const url = missingChunksPath(
    project,
    chunks.map(({ sha256 }) => sha256),
  )
  const asked = await sendRequest<{ missing: string[] }>({ method: 'GET', url, body: null, ...common })
  if (!asked.ok) return asked
  const missing = new Set(asked.value.missing)
  let done = chunks.reduce((sum, { sha256, body }) => (missing.has(sha256) ? sum : sum + body.size), 0)
  for (const { sha256, body } of chunks) {
    if (!missing.delete(sha256)) continue
    onProgress(done / packed.body.size)
    const onSent = (sent: number) => onProgress((done + Math.min(sent, body.size)) / packed.body.size)
    const stored = await sendRequest({ method: 'PUT', url: uploadChunkPath(project, sha256), body, onSent, ...common })
    if (!stored.ok) return stored
    done += body.size
  }
  return { ok: true, value: null }
}
