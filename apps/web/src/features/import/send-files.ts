import { missingPartsPath, uploadPartPath } from '../../paths.ts'
import type { Packed } from './pack-files.ts'
import { type Answer, type Progress, sendRequest } from './send-request.ts'
import { partsOf, type UploadPart } from './upload-parts.ts'

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
/** Times that parts are sent again which the server has lost, such as those of an upload that was completed elsewhere. */
const MAX_ROUNDS = 3

/**
 * Sends files to the REST API. A large upload is sent in parts, of which the server says which it needs, so that it
 * continues where an earlier one stopped: after a lost connection, a cancellation or a reload of the page.
 */
export async function sendFiles<T>(sending: Sending): Promise<Answer<T>> {
  const { packed, url } = sending
  const parts = await readParts(packed)
  if (parts === 'unreadable') return { ok: false, message: UNREADABLE, code: 'unreadable' }
  if (parts === null) return sendForm(sending, url, 'file')
  const named = `${url}&name=${encodeURIComponent(fileName(packed))}`
  for (let round = 1; ; round++) {
    const stored = await storeParts(sending, parts)
    if (!stored.ok) return stored.code === 'quota-exceeded' ? sendForm(sending, url, 'file') : stored
    const answer = await sendForm<T>(sending, named, parts)
    if (answer.ok || answer.code !== 'parts-missing' || round === MAX_ROUNDS) return answer
  }
}

/** A file that was changed or deleted after it was chosen cannot be read any more. */
async function readParts({ body }: Packed): Promise<readonly UploadPart[] | null | 'unreadable'> {
  try {
    return await partsOf(body)
  } catch {
    return 'unreadable'
  }
}

const fileName = ({ name }: Packed): string => name.split('/').at(-1) ?? name

/** Sends the request that previews or stores the files, with the file itself or the hashes of its parts. */
function sendForm<T>(
  { packed, profile, onProgress, signal }: Sending,
  url: string,
  content: 'file' | readonly UploadPart[],
): Promise<Answer<T>> {
  const form = new FormData()
  if (content === 'file') form.set('file', packed.body, fileName(packed))
  else form.set('parts', content.map(({ sha256 }) => sha256).join(','))
  if (profile !== null) form.set('profile', profile)
  const onSent = (sent: number, total: number) => onProgress(sent >= total ? null : sent / total)
  return sendRequest({ method: 'POST', url, body: form, onSent, onWaiting: () => onProgress('waiting'), signal })
}

/** Stores the parts that the server does not have. */
async function storeParts(
  { project, packed, onProgress, signal }: Sending,
  parts: readonly UploadPart[],
): Promise<Answer<unknown>> {
  const common = { onWaiting: () => onProgress('waiting'), signal }
  const url = missingPartsPath(
    project,
    parts.map(({ sha256 }) => sha256),
  )
  const asked = await sendRequest<{ missing: string[] }>({ method: 'GET', url, body: null, ...common })
  if (!asked.ok) return asked
  const missing = new Set(asked.value.missing)
  let done = parts.reduce((sum, { sha256, body }) => (missing.has(sha256) ? sum : sum + body.size), 0)
  for (const { sha256, body } of parts) {
    if (!missing.delete(sha256)) continue
    onProgress(done / packed.body.size)
    const onSent = (sent: number) => onProgress((done + Math.min(sent, body.size)) / packed.body.size)
    const stored = await sendRequest({ method: 'PUT', url: uploadPartPath(project, sha256), body, onSent, ...common })
    if (!stored.ok) return stored
    done += body.size
  }
  return { ok: true, value: null }
}
